/** Correlation of a series with itself `lag` places later, -1..1; 0 for a constant one. The estimator with n in both sums, as in R's acf. */
export function autocorrelation(values: readonly number[], lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let together = 0;
  let alone = 0;
  for (const [i, value] of values.entries()) {
    alone += (value - mean) ** 2;
    if (i >= lag) together += (value - mean) * ((values[i - lag] as number) - mean);
  }
  return alone === 0 ? 0 : together / alone;
}

/**
 * By how much the variance of the series' mean is larger than if its values were independent: 1 + 2 (r_1 + r_2 + ...), at least 1.
 * Summed in pairs (r_1 + r_2), (r_3 + r_4), ... with r_0 in the first, until a pair is not positive: what follows is noise
 * (C. J. Geyer, Statistical Science 7, 1992: the initial positive sequence). n values are worth n / this.
 */
export function inefficiency(values: readonly number[]): number {
  let sum = -1;
  for (let k = 0; 2 * k + 1 < values.length; k++) {
    const pair = autocorrelation(values, 2 * k) + autocorrelation(values, 2 * k + 1);
    if (pair <= 0) break;
    sum += 2 * pair;
  }
  return Math.max(1, sum);
}
