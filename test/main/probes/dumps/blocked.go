// Six goroutines want the mutex that main holds. Prints the port of its pprof; ends when it is killed, or after a minute.
package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"sync"
	"time"
)

func main() {
	var mutex sync.Mutex
	mutex.Lock()
	for i := 0; i < 6; i++ {
		go mutex.Lock()
	}
	server, _ := net.Listen("tcp", "127.0.0.1:0")
	time.AfterFunc(time.Minute, func() { os.Exit(0) })
	fmt.Println(server.Addr().(*net.TCPAddr).Port)
	http.Serve(server, nil)
}
