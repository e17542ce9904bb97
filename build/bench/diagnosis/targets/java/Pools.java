import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;

/** Real pools: HikariCP to PostgreSQL, Apache HttpClient to a slow server. */
final class Pools {
  private Pools() {}

  static Target.Disease hikari(int size, int port, String query) {
    HikariDataSource pool = open(size, port);
    AtomicInteger mostActive = new AtomicInteger();
    AtomicInteger mostWaiting = new AtomicInteger();
    return new Target.Disease(
        () -> {
          try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            see(pool, mostActive, mostWaiting);
            statement.execute(query);
          }
        },
        () -> truth(mostActive, mostWaiting),
        null);
  }

  /** Every request wants the same row, and holds its lock while it works: one at a time, however many connections there are. */
  static Target.Disease rowLock(int size, int port) throws Exception {
    HikariDataSource pool = open(size, port);
    try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists counter (id int primary key, value bigint)");
      statement.execute("insert into counter values (1, 0) on conflict do nothing");
    }
    AtomicInteger mostActive = new AtomicInteger();
    AtomicInteger mostWaiting = new AtomicInteger();
    return new Target.Disease(
        () -> {
          try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            see(pool, mostActive, mostWaiting);
            connection.setAutoCommit(false);
            statement.execute("select value from counter where id = 1 for update");
            statement.execute("select pg_sleep(0.02)");
            connection.commit();
          }
        },
        () -> truth(mostActive, mostWaiting),
        null);
  }

  /** Dose 0: as the library comes, two connections to a host. */
  static Target.Disease httpClient(int most, int port) {
    PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
    if (most > 0) {
      connections.setMaxTotal(most);
      connections.setDefaultMaxPerRoute(most);
    }
    CloseableHttpClient client = HttpClients.custom().setConnectionManager(connections).build();
    AtomicInteger mostActive = new AtomicInteger();
    AtomicInteger mostWaiting = new AtomicInteger();
    return new Target.Disease(
        () -> {
          try (var response = client.execute(new HttpGet("http://127.0.0.1:" + port + "/"))) {
            var stats = connections.getTotalStats();
            mostActive.accumulateAndGet(stats.getLeased(), Math::max);
            mostWaiting.accumulateAndGet(stats.getPending(), Math::max);
            EntityUtils.consume(response.getEntity());
          }
        },
        () -> truth(mostActive, mostWaiting),
        null);
  }

  private static HikariDataSource open(int size, int port) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + port + "/postgres");
    config.setUsername("lab");
    if (size > 0) config.setMaximumPoolSize(size); // 0: as the library comes, 10
    return new HikariDataSource(config);
  }

  private static void see(HikariDataSource pool, AtomicInteger mostActive, AtomicInteger mostWaiting) {
    var bean = pool.getHikariPoolMXBean();
    mostActive.accumulateAndGet(bean.getActiveConnections(), Math::max);
    mostWaiting.accumulateAndGet(bean.getThreadsAwaitingConnection(), Math::max);
  }

  private static String truth(AtomicInteger mostActive, AtomicInteger mostWaiting) {
    return ",\"mostConnectionsActive\":" + mostActive.get() + ",\"mostThreadsWaiting\":" + mostWaiting.get();
  }
}
