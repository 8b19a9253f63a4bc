import { useRef, useState } from "react";
import { useCheckout, type PaymentIntent } from "../data/payments/mutations.ts";
import { forgetDraft } from "../lib/drafts/drafts.ts";
import { type Attempt, type CurrentAttempt, type DonorDetails, useAttempt } from "./attempt.ts";
import { CHECKOUT_DRAFT_KEY } from "./checkout-form.ts";
import type { ChosenDonation } from "./chosen-donation.ts";
import { clearDonationDraft } from "./donation-draft.ts";
import {
  checkAgain,
  confirm,
  payInDemo,
  payWithWallet,
  prepare,
  rejectWallet,
  resume,
  type ConfirmationResult,
  type PaymentOutcome,
} from "./payment-actions.ts";
import { useIsGone } from "../ui/messages/use-is-gone.ts";
import { announceOutcome } from "./announce-outcome.ts";
import type { DonorErrors } from "./payment-failure.ts";

type ActionName = "pay" | "wallet" | "resume";

type PaymentAction = (attempt: CurrentAttempt) => Promise<PaymentOutcome>;

type PaymentState =
  | PaymentOutcome
  /** `resume` is the action after a reload or a bank redirect, when the form isn't shown yet. */
  | { readonly status: "processing"; readonly action: ActionName };

const IDLE_STATE: PaymentState = { status: "idle", errors: {} };

const forgetForm = () => {
  forgetDraft(CHECKOUT_DRAFT_KEY);
  clearDonationDraft();
};

/** Holds the state of one payment attempt: in progress, then its outcome. */
export const usePayment = () => {
  const [state, setState] = useState<PaymentState>(IDLE_STATE);
  const attempt = useAttempt();
  const isGone = useIsGone();
  const lastAction = useRef<PaymentAction>(null);
  // Whoever shows the payment has fetched the terms.
  const sendsReceipts = useCheckout(false)?.sendsReceipts ?? false;

  const run = async (
    action: PaymentAction,
    actionName: ActionName = "pay",
  ): Promise<DonorErrors> => {
    // A wallet's payment can't be repeated, because its sheet has closed.
    lastAction.current = actionName === "wallet" ? null : action;
    setState({ status: "processing", action: actionName });
    const outcome = await action(attempt);
    const hasSucceeded = outcome.status === "success";
    if (hasSucceeded || (outcome.status === "error" && outcome.failure.endsAttempt)) attempt.end();
    if (hasSucceeded) forgetForm();
    setState(outcome);
    if (isGone()) announceOutcome(outcome, sendsReceipts);
    return outcome.status === "idle" ? outcome.errors : {};
  };

  const isProcessing = (name: "wallet" | "resume") =>
    state.status === "processing" && state.action === name;

  return {
    state,
    isResuming: isProcessing("resume"),
    // The wallet's buttons must stay on the page until its payment has an outcome.
    getIntent: isProcessing("wallet") ? () => undefined : attempt.getIntent,
    prepare: (donation: ChosenDonation, donor: DonorDetails) =>
      run((current) => prepare(current, donation, donor)),
    payInDemo: (donation: ChosenDonation, donor: DonorDetails) =>
      run((current) => payInDemo(current, donation, donor)),
    confirm: async (isDemo: boolean, pay: () => Promise<ConfirmationResult>) => {
      const { currentIntent } = attempt;
      if (currentIntent) await run((current) => confirm(current, currentIntent, isDemo, pay));
    },
    payWithWallet: (
      donation: ChosenDonation,
      donor: DonorDetails,
      isDemo: boolean,
      pay: (intent: PaymentIntent) => Promise<ConfirmationResult>,
    ) => run((current) => payWithWallet(current, { donation, donor }, isDemo, pay), "wallet"),
    /** Shows that the wallet's payment ended before it began. */
    rejectWallet: (message: string | undefined) =>
      void run(() => Promise.resolve(rejectWallet(message))),
    resume: (paymentIntentId: string, storedAttempt: Attempt | null) =>
      run((current) => resume(current, paymentIntentId, storedAttempt), "resume"),
    checkAgain: () => run(checkAgain),
    returnToForm: () => setState(IDLE_STATE),
    /** Does again what failed, with the same details. */
    repeat: () => {
      if (lastAction.current) void run(lastAction.current);
      else setState(IDLE_STATE);
    },
    /** Dismisses the error message when the form changes, unless the donor may have been charged. */
    dismissFailure: () => {
      if (state.status === "error" && state.failure.isUncharged) setState(IDLE_STATE);
    },
    returnToDonor: () => {
      if (state.status === "processing") return;
      attempt.release();
      setState(IDLE_STATE);
    },
  };
};

export type Payment = ReturnType<typeof usePayment>;
