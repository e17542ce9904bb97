/** Five threads want the monitor that a sixth holds. Ends when it is killed, or after a minute. */
public class Blocked {
  public static void main(String[] none) throws Exception {
    Object monitor = new Object();
    synchronized (monitor) {
      for (int i = 0; i < 5; i++) {
        Thread thread = new Thread(() -> { synchronized (monitor) { monitor.hashCode(); } });
        thread.setDaemon(true);
        thread.start();
      }
      System.out.println("blocked");
      Thread.sleep(60_000);
    }
  }
}
