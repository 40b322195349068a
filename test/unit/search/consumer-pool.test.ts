import { expect, it } from "vitest";
import { ConsumerPool } from "../../../worker/search/crawl/consumer-pool";

const READING = { held: 24, takesMore: true };

/** Wake-ups sent by a pool that is asked every second. */
function countWakeUps(pool: ConsumerPool, wanted: number, from: number, seconds: number): number {
  let sent = 0;
  for (let second = 0; second < seconds; second++) sent += pool.takeWakeUps(wanted, from + second * 1_000);
  return sent;
}

it("wakes one consumer first, so that every search has one, and the others as soon as it has come", () => {
  const pool = new ConsumerPool();
  expect(pool.takeWakeUps(4, 0)).toBe(1);
  expect(pool.takeWakeUps(4, 4_999)).toBe(0);
  pool.markSeen("a", READING, 5_000);
  expect(pool.takeWakeUps(4, 5_000)).toBe(3);
  expect(pool.takeWakeUps(4, 9_999)).toBe(0);
});

it("wakes more only for the work that came on top", () => {
  const pool = new ConsumerPool();
  expect(pool.takeWakeUps(1, 0)).toBe(1);
  pool.markSeen("a", READING, 100);
  expect(pool.takeWakeUps(4, 200)).toBe(3);
  for (const name of ["b", "c", "d"]) pool.markSeen(name, READING, 300);
  expect(countWakeUps(pool, 4, 300, 8)).toBe(0);
});

it("without any consumer repeats one wake-up ever more rarely: a hundred searches send 10 each in 20 minutes", () => {
  const sent = Array.from({ length: 100 }, () => countWakeUps(new ConsumerPool(), 4, 0, 1_200));
  expect(Math.max(...sent)).toBeLessThanOrEqual(11);
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(8);
});

it("puts another consumer in the place of one that has read its share, at once", () => {
  const pool = new ConsumerPool();
  pool.takeWakeUps(2, 0);
  pool.markSeen("a", READING, 100);
  expect(pool.takeWakeUps(2, 100)).toBe(1);
  pool.markSeen("b", READING, 100);
  pool.markSeen("a", { held: 20, takesMore: false }, 1_000);
  expect(pool.takeWakeUps(2, 1_000)).toBe(1);
  pool.markSeen("a", { held: 3, takesMore: false }, 2_000);
  expect(pool.takeWakeUps(2, 2_000)).toBe(0);
});

it("replaces a consumer that is silent for more than eight seconds", () => {
  const pool = new ConsumerPool();
  pool.takeWakeUps(1, 0);
  pool.markSeen("a", READING, 0);
  expect(pool.takeWakeUps(1, 8_000)).toBe(0);
  expect(pool.takeWakeUps(1, 8_001)).toBe(1);
});

it("pauses after one that came in vain, or each would be followed by the next", () => {
  const pool = new ConsumerPool();
  expect(pool.takeWakeUps(1, 0)).toBe(1);
  let [sent, total] = [1, 1];
  for (let at = 10; at < 60_000; at += 10) {
    // Every wake-up is answered at once, by a consumer that gets no site.
    if (sent > 0) pool.markSeen(`in vain ${at}`, { held: 0, takesMore: true }, at);
    sent = pool.takeWakeUps(1, at);
    total += sent;
  }
  expect(total).toBeGreaterThan(6);
  expect(total).toBeLessThanOrEqual(13);
});
