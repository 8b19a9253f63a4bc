import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { confirmedDonation, homeData } from "../testing/builders.ts";
import { stopClock, waitForAssertion } from "../testing/clock.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { renderInApp } from "../testing/render-app.tsx";
import { EMPTY_CHECKOUT } from "./checkout-form.ts";
import { ThankYou } from "./thank-you.tsx";

const ignore = () => undefined;

test.each([
  ["2026-12-01T04:59:59Z", "2026-11-30", "We'll email June's card today."],
  // An hour later, it's the next day.
  ["2026-12-01T05:00:00Z", "2026-11-30", "We'll email June's card on December 1."],
  ["2026-12-01T04:59:59Z", "2026-12-24", "We'll email June's card on December 24."],
])("at %s, a card chosen for %s goes out as said: %s", async (now, sendOn, sentence) => {
  stopClock();
  vi.setSystemTime(now);
  fakeApi({ "GET /api/home": { body: homeData() } });
  const tribute = { ...EMPTY_CHECKOUT.tribute, recipientName: "June", sendOn };
  renderInApp(
    <ThankYou
      donation={{ ...confirmedDonation(), monthlyOfferToken: null }}
      form={{ ...EMPTY_CHECKOUT, isInHonor: true, sendsTribute: true, inHonorOf: "Lee", tribute }}
      sendsReceipts
      onClose={ignore}
      onLeave={undefined}
      closeLabel="Close"
    />,
  );
  await waitForAssertion(() => expect(screen.getByText(sentence)).toBeTruthy());
});
