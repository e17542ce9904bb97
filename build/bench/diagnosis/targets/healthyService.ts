import { roundsForMs, work } from "../../../../main/lab/targets/cpuWork.ts";
import { ServiceMeter } from "../../../../main/lab/targets/serviceMeter.ts";
import { ServiceTime, waitMs } from "../../../../main/lab/targets/serviceTime.ts";
import { serveTarget } from "../../../../main/lab/targets/targetServer.ts";

// Healthy services of different speed and shape: none limits anything, and none may be called sick.
const fraction = new ServiceTime({ meanMs: 0.5, spreadMs: 0.5, seed: 21 }); // uniform in 0..1
const exponentialMs = (meanMs: number): number => -meanMs * Math.log(1 - fraction.nextMs());
const light = roundsForMs(0.2);
const BODY = Buffer.alloc(65_536, "x");

const shapes: Readonly<Record<string, () => Promise<string | Buffer>>> = {
  "5ms": waiting(() => 5),
  "50ms": waiting(() => 50),
  "300ms": waiting(() => 300),
  exponential: waiting(() => exponentialMs(25)),
  "hit-or-miss": waiting(() => (fraction.nextMs() < 0.7 ? 4 : 60)),
  "large-bodies": async () => {
    await waitMs(50);
    return BODY;
  },
  computing: async () => {
    work(light);
    await waitMs(50);
    return "done\n";
  },
};
const shape = shapes[process.argv[2] ?? ""];
if (shape === undefined) throw new Error(`${process.argv[2]} : not a shape (${Object.keys(shapes).join(", ")})`);
const meter = new ServiceMeter();

serveTarget({
  meter,
  answer: async () => {
    let body: string | Buffer = "";
    await meter.during(async () => {
      body = await shape();
    });
    return { status: 200, body };
  },
});

function waiting(ms: () => number): () => Promise<string> {
  return async () => {
    await waitMs(ms());
    return "done\n";
  };
}
