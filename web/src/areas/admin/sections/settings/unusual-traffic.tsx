import type { SystemStatus } from "#data/system-status/queries.ts";
import { number } from "#lib/format.ts";
import { Notice } from "#ui/messages/notice.tsx";

type Traffic = SystemStatus["unusualTraffic"][number];

const SENTENCES: Readonly<Record<Traffic["kind"], (count: number) => string>> = {
  refused: (count) =>
    `${number(count)} requests had no permission or came too fast in the last hour, and were refused.`,
  unpaid: (count) =>
    `${number(count)} payments were started in the last ten minutes and not paid. Someone may be testing stolen cards, so payments start more slowly or ask for a captcha.`,
};

/** Says what is unusual about the site's traffic. The site itself works. */
export const UnusualTraffic = ({ traffic }: { readonly traffic: readonly Traffic[] }) =>
  traffic.length > 0 && (
    <Notice tone="info" title="Unusual traffic">
      {traffic.map(({ kind, count }) => SENTENCES[kind](count)).join(" ")}
    </Notice>
  );
