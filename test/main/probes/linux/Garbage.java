import java.util.ArrayList;

/** Fills its heap: keeps some of what it allocates, so that its collector has work. Ends with its standard input. */
public class Garbage {
  public static void main(String[] none) throws Exception {
    var kept = new ArrayList<byte[]>();
    for (int i = 0; i < 400; i++) kept.add(new byte[50_000]);
    System.out.println("filling");
    while (System.in.available() == 0) {
      for (int i = 0; i < 400; i++) kept.set(i, new byte[50_000]);
      Thread.sleep(5);
    }
  }
}
