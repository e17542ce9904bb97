import type { Models } from "../diagnosis/models.ts";

/** The models part of the session document. Peak and limits are null where they lie at infinity. */
export function modelsDocument({ growth, queue }: Models) {
  return {
    usl:
      growth === null
        ? null
        : {
            lambda: growth.usl.lambdaRps.value,
            alpha: growth.usl.alpha.value,
            beta: growth.usl.beta.value,
            peakConnections: finite(growth.usl.peakConnections),
            r2: growth.usl.r2,
            intervals: { lambda: growth.usl.lambdaRps, alpha: growth.usl.alpha, beta: growth.usl.beta },
          },
    growth: growth === null ? null : { best: growth.best, declines: growth.declines, aicc: growth.aicc },
    queue: queue === null ? null : { ...queue, places: finite(queue.places), cores: finite(queue.cores) },
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
