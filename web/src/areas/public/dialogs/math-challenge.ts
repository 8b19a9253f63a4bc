/** Stops only the simplest bots. The server has the real protection. */
export interface MathChallenge {
  readonly question: string;
  readonly answer: number;
}

type Random = () => number;

const randomBetween = (low: number, high: number, random: Random): number =>
  low + Math.floor(random() * (high - low + 1));

/** Returns the sum of two integers from 1 to 10 (VDASH-05). */
export const createVolunteerChallenge = (random: Random = Math.random): MathChallenge => {
  const a = randomBetween(1, 10, random);
  const b = randomBetween(1, 10, random);
  return { question: `${a} + ${b}`, answer: a + b };
};

/**
 * Returns a sum or a difference (larger minus smaller) of numbers from 1 to 20, or a product of
 * numbers from 1 to 10 (ALOGIN-02).
 */
export const createAdminChallenge = (random: Random = Math.random): MathChallenge => {
  const kind = randomBetween(1, 3, random);
  const max = kind === 3 ? 10 : 20;
  const a = randomBetween(1, max, random);
  const b = randomBetween(1, max, random);
  if (kind === 1) return { question: `${a} + ${b}`, answer: a + b };
  if (kind === 3) return { question: `${a} × ${b}`, answer: a * b };
  const [larger, smaller] = a >= b ? [a, b] : [b, a];
  return { question: `${larger} − ${smaller}`, answer: larger - smaller };
};

export const isRightAnswer = (challenge: MathChallenge, input: string): boolean =>
  /^\d+$/.test(input.trim()) && Number(input) === challenge.answer;
