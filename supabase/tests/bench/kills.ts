import { DonationStack, type KillMoment } from "../outages/kills.ts";

const DONATION_COUNT = 200;

/** When to kill a process. Four of these moments are between the commit of a donation and its response. */
const moments: readonly KillMoment[] = [
  { victim: "postgres", responses: 0 },
  { victim: "postgres", responses: 50 },
  { victim: "postgres", commits: 20 },
  { victim: "postgres", commits: 150 },
  { victim: "function", responses: 10 },
  { victim: "function", commits: 80 },
  { victim: "function", responses: 150 },
  { victim: "launcher", responses: 30 },
  { victim: "launcher", commits: 90 },
  { victim: "launcher", responses: 180 },
];

/** Kills one process during 200 simultaneous donations and prints which donations were stored. */
export async function benchKills(): Promise<void> {
  console.log(`\nKilled during ${DONATION_COUNT} simultaneous donations`);
  const stack = await DonationStack.create();
  try {
    for (const moment of moments) {
      const { victim, responses, commits, unexpectedResponses, ...figures } =
        await stack.killDuring(DONATION_COUNT, moment);
      const momentLabel =
        responses === undefined
          ? `commit ${commits}, before its response`
          : `response ${responses}`;
      const figureEntries = Object.entries({ ...figures, unexpected: unexpectedResponses.length });
      console.log(
        `${victim}, ${momentLabel}: ${figureEntries.map(([name, value]) => `${name} ${value}`).join(", ")}`,
      );
      for (const response of new Set(unexpectedResponses)) console.log(`  ${response}`);
    }
  } finally {
    await stack.stop();
  }
}
