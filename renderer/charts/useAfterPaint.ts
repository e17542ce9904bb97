import { useEffect, useState } from "react";

/** False until what is on the screen without it has been drawn: for what takes a moment to compute and nobody reads first. */
export function useAfterPaint(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const wait = window.requestAnimationFrame(() => setDrawn(true));
    return () => window.cancelAnimationFrame(wait);
  }, []);
  return drawn;
}
