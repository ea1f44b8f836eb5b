import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "./trial.js";

/** Asks again until an answer is as expected, or the time is up. Returns the last one. */
export async function eventually(
  ask: () => Promise<Answer>,
  isExpected: (answer: Answer) => boolean,
  time: number,
): Promise<Answer> {
  const end = performance.now() + time;
  for (let delay = 20; ; delay = Math.min(delay * 2, 1_000)) {
    const answer = await ask();
    if (isExpected(answer) || performance.now() + delay > end) return answer;
    await wait(delay);
  }
}
