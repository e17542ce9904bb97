import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Locks, heap and CPU. */
final class Computing {
  private static final long UNIT = unit();
  private static volatile double sink;

  private Computing() {}

  /** One monitor, held while waiting. */
  static Target.Disease monitor() {
    Object monitor = new Object();
    return new Target.Disease(
        () -> {
          synchronized (monitor) {
            Thread.sleep(25);
          }
        },
        () -> "",
        null);
  }

  /** A fair lock that wakes all who wait for their turn, taken again and again by a thread per request. */
  static Target.Disease herd() {
    Object monitor = new Object();
    long[] next = {0};
    long[] served = {0};
    AtomicLong woken = new AtomicLong();
    return new Target.Disease(
        () -> {
          Thread.sleep(10);
          for (int turn = 0; turn < 20; turn++) {
            synchronized (monitor) {
              long ticket = next[0]++;
              while (served[0] != ticket) {
                monitor.wait();
                woken.incrementAndGet();
              }
            }
            work(10);
            synchronized (monitor) {
              served[0]++;
              monitor.notifyAll();
            }
          }
        },
        () -> ",\"woken\":" + woken.get() + ",\"turns\":" + served[0],
        null);
  }

  /** Each request holds so many kilobytes of small objects while it waits. */
  static Target.Disease heap(int kilobytes) {
    List<String> cache = parsed(24 * 1024);
    return new Target.Disease(
        () -> {
          List<String> held = parsed(kilobytes);
          Thread.sleep(40);
          if (held.size() + cache.size() < 0) throw new IllegalStateException();
        },
        () -> {
          long collectingMs = ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(bean -> bean.getCollectionTime()).sum();
          return ",\"collectingMs\":" + collectingMs + ",\"maxHeapBytes\":" + Runtime.getRuntime().maxMemory();
        },
        null);
  }

  static Target.Disease cpu() {
    return new Target.Disease(() -> work(15_000), () -> "", null);
  }

  private static List<String> parsed(int kilobytes) {
    List<String> records = new ArrayList<>();
    for (int i = 0; i < kilobytes * 12; i++) records.add("record " + i); // about 80 bytes each
    return records;
  }

  /** Computes for about so many microseconds of this machine's time. */
  private static void work(int microseconds) {
    double x = 1;
    for (long i = UNIT * microseconds / 1000; i > 0; i--) x = Math.sqrt(x + i);
    sink = x;
  }

  /** Rounds in a millisecond; the best of some, as the first are not compiled yet. */
  private static long unit() {
    double best = Double.MAX_VALUE;
    for (int attempt = 0; attempt < 20; attempt++) {
      long began = System.nanoTime();
      double x = 1;
      for (long i = 500_000; i > 0; i--) x = Math.sqrt(x + i);
      sink = x;
      best = Math.min(best, (System.nanoTime() - began) / 1e6);
    }
    return Math.round(500_000 / best);
  }
}
