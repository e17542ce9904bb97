import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The JDK's own HTTP server, a thread per request unless the disease says otherwise. Arguments: port, disease, dose, port of the backend. */
public final class Target {
  interface Work {
    void run() throws Exception;
  }

  record Disease(Work work, Supplier<String> truth, Executor threads) {}

  private static final AtomicInteger inFlight = new AtomicInteger();
  private static final AtomicInteger mostInFlight = new AtomicInteger();

  public static void main(String[] arguments) throws Exception {
    int dose = Integer.parseInt(arguments[2]);
    int backend = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0;
    Disease disease =
        switch (arguments[1]) {
          case "hikari" -> Pools.hikari(dose, backend, "select pg_sleep(0.03)");
          case "row-lock" -> Pools.rowLock(dose, backend);
          case "http-client" -> Pools.httpClient(dose, backend);
          case "threads" -> new Disease(() -> Thread.sleep(40), () -> "", Executors.newFixedThreadPool(dose));
          case "monitor" -> Computing.monitor();
          case "herd" -> Computing.herd();
          case "heap" -> Computing.heap(dose);
          case "cpu" -> Computing.cpu();
          default -> throw new IllegalArgumentException(arguments[1] + " : no such disease");
        };
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 1024);
    server.setExecutor(disease.threads() == null ? Executors.newCachedThreadPool() : disease.threads());
    server.createContext("/truth", exchange -> answer(exchange, 200, "{\"mostInFlight\":" + mostInFlight.get() + disease.truth().get() + "}"));
    server.createContext("/", exchange -> serve(exchange, disease.work()));
    server.start();
  }

  private static void serve(HttpExchange exchange, Work work) throws java.io.IOException {
    int now = inFlight.incrementAndGet();
    mostInFlight.accumulateAndGet(now, Math::max);
    int status = 200;
    try {
      work.run();
    } catch (Exception error) {
      status = 500;
    } finally {
      inFlight.decrementAndGet();
    }
    answer(exchange, status, status + "\n");
  }

  private static void answer(HttpExchange exchange, int status, String text) throws java.io.IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    try (var out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
