// The standard library's HTTP server. Arguments: port, disease, dose, port of the backend.
package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

var inFlight, mostInFlight atomic.Int64

func main() {
	port, disease := os.Args[1], os.Args[2]
	dose, _ := strconv.Atoi(os.Args[3])
	work := map[string]func() int{
		"transport": transport(dose),
		"semaphore": semaphore(dose),
		"cpu":       compute,
		"static":    func() int { return 200 },
	}[disease]
	http.HandleFunc("/truth", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"mostInFlight":%d}`, mostInFlight.Load())
	})
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(work())
		fmt.Fprintln(w, "done")
	})
	panic(http.ListenAndServe("127.0.0.1:"+port, nil))
}

func during(work func() int) int {
	now := inFlight.Add(1)
	for most := mostInFlight.Load(); now > most && !mostInFlight.CompareAndSwap(most, now); most = mostInFlight.Load() {
	}
	defer inFlight.Add(-1)
	return work()
}

// transport asks a slow backend through an HTTP client that may open so many connections to it.
func transport(most int) func() int {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: most, MaxIdleConnsPerHost: most}}
	return func() int {
		return during(func() int {
			response, err := client.Get("http://127.0.0.1:" + os.Args[4] + "/")
			if err != nil {
				return 502
			}
			defer response.Body.Close()
			io.Copy(io.Discard, response.Body)
			return response.StatusCode
		})
	}
}

// semaphore lets so many in, which wait for nothing anybody could see from outside.
func semaphore(most int) func() int {
	places := make(chan struct{}, max(most, 1))
	return func() int {
		places <- struct{}{}
		defer func() { <-places }()
		return during(func() int { time.Sleep(40 * time.Millisecond); return 200 })
	}
}

func compute() int {
	return during(func() int {
		sum := sha256.Sum256([]byte("password"))
		for i := 0; i < 100_000; i++ {
			sum = sha256.Sum256(sum[:])
		}
		if sum[0] == 0 && sum[1] == 0 && sum[2] == 0 && sum[3] == 0 {
			return 500
		}
		return 200
	})
}
