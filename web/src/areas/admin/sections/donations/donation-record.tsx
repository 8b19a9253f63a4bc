import Download from "lucide-react/icons/download";
import Mail from "lucide-react/icons/mail";
import { Link } from "react-router-dom";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import { getDedicationLabel } from "#rules/dedication.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type DonationRecord,
  useDonation,
  useReissueReceipt,
  useSaveReceipt,
} from "#data/donations/resource.ts";
import { usePaymentStatus } from "#data/payments/queries.ts";
import { StatusBadge } from "#kit/lists/status-badge.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { createMailLink } from "#lib/mail-link.ts";
import { paths } from "#lib/paths.ts";
import { moneyWithCents } from "#lib/format.ts";
import { ShortDate, ShortDay, ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { Fact } from "#admin/fact.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { DonationStatus, getRefundedAmount } from "./donation-status.tsx";
import { DonationDetailsDialog } from "./donation-details-dialog.tsx";
import { isVoidable, VoidDialog } from "./void-dialog.tsx";
import { CorrectionDialog, isCorrectable } from "./correction-dialog.tsx";
import { getRefundableAmount, RefundDialog } from "./refund-dialog.tsx";
import { TRIBUTE_STATE } from "./tribute-actions.tsx";
import { showDownloadFailure } from "./show-download-failure.ts";

interface DonationProps {
  readonly donation: DonationRecord;
}

const ReceiptButton = ({ donation: { id } }: DonationProps) => {
  const save = useSaveReceipt();
  const download = () =>
    save.mutate(id, { onError: (error) => showDownloadFailure("receipt", error) });
  return (
    <Button variant="outline" busy={save.isPending} onClick={download}>
      <Download aria-hidden="true" size={18} />
      Download receipt
    </Button>
  );
};

/** Links to the person behind the donation, its deposit and its corrections. */
const RelatedRecords = ({ donation }: DonationProps) => {
  const { linkTo } = useOpenedRecord("donation");
  const { softCreditDonor, depositId, voidReason, replaces, replacedBy } = donation;
  return (
    <>
      {softCreditDonor && (
        <Fact
          name={donation.method === "employer_match" ? "Matches a gift from" : "Recommended by"}
        >
          <Link className="link" to={paths.dashboard("donations", "donors", softCreditDonor.id)}>
            {softCreditDonor.name}
          </Link>
        </Fact>
      )}
      {depositId && (
        <Fact name="Deposit">
          <Link className="link" to={paths.dashboard("donations", "deposits", depositId)}>
            See the deposit
          </Link>
        </Fact>
      )}
      {voidReason && <Fact name="Voided because">{voidReason}</Fact>}
      {replacedBy && (
        <Fact name="Corrected by">
          <Link className="link" {...linkTo(replacedBy.id)}>
            {replacedBy.receiptNumber}
          </Link>
        </Fact>
      )}
      {replaces && (
        <Fact name="Corrects">
          <Link className="link" {...linkTo(replaces.id)}>
            {replaces.receiptNumber}
          </Link>
        </Fact>
      )}
    </>
  );
};

const Facts = ({ donation }: DonationProps) => {
  const { email, amount, feeCovered, receiptNumber } = donation;
  return (
    <dl className="divide-base-300 divide-y">
      <Fact name="Email">
        {email === null ? (
          "None"
        ) : (
          <a className="link" href={createMailLink(email)}>
            <EmailAddress email={email} />
          </a>
        )}
      </Fact>
      <Fact name="Amount">
        {moneyWithCents(amount)}
        {feeCovered > 0 && `, with ${moneyWithCents(feeCovered)} for the card fee`}
      </Fact>
      {getRefundedAmount(donation) > 0 && (
        <Fact name={donation.status === "disputed" ? "Taken back" : "Refunded"}>
          {moneyWithCents(getRefundedAmount(donation))}
        </Fact>
      )}
      <Fact name="Type">{donation.isRecurring ? "Monthly" : "One-time"}</Fact>
      {donation.method !== "online" && (
        <Fact name="Method">
          {DONATION_METHOD[donation.method]} {donation.reference}
        </Fact>
      )}
      <Fact name="Date">
        <ShortDay day={donation.givenOn} />
      </Fact>
      {donation.method === "online" && (
        <Fact name="Started">
          <ShortMoment moment={donation.createdAt} />
        </Fact>
      )}
      <Fact name="Status">
        <DonationStatus {...donation} />
      </Fact>
      {donation.inHonorOf && (
        <Fact name={getDedicationLabel(donation.isMemorial)}>{donation.inHonorOf}</Fact>
      )}
      {donation.tribute && (
        <Fact name="Card">
          To {donation.tribute.recipientName}{" "}
          <StatusBadge looks={TRIBUTE_STATE} status={donation.tribute.state} />
        </Fact>
      )}
      {donation.note && <Fact name="Note">{donation.note}</Fact>}
      {donation.importedFrom && <Fact name="Imported from">{donation.importedFrom}</Fact>}
      {donation.source && <Fact name="Source">{donation.source}</Fact>}
      {donation.isWired && <Fact name="Deposit">None, straight to our bank account</Fact>}
      {donation.isAnonymous && <Fact name="On the website">Anonymous</Fact>}
      <Fact name="Receipt">
        {receiptNumber ?? "None"}
        {donation.receiptPrintedAt && (
          <>
            , printed on <ShortDate moment={donation.receiptPrintedAt} />
          </>
        )}
      </Fact>
      <RelatedRecords donation={donation} />
    </dl>
  );
};

/** In test mode, test payments can be refunded. */
const useIsRefundable = (donation: DonationRecord | undefined): boolean => {
  const { data: status } = usePaymentStatus();
  const isTestMode = status?.provider === "stripe" && !status.isLive;
  return donation !== undefined && getRefundableAmount(donation, isTestMode) > 0;
};

const ReissueButton = ({ donation: { id } }: DonationProps) => {
  const reissue = useReissueReceipt();
  const send = () =>
    reissue.mutate(id, {
      onSuccess: () => showSuccess("The corrected receipt will go out within a minute"),
      onError: (error) =>
        showFailure("A corrected receipt could not be sent", error, {
          title: "We couldn't send the corrected receipt",
          fallback: "Please try again.",
        }),
    });
  return (
    <Button variant="outline" busy={reissue.isPending} onClick={send}>
      <Mail aria-hidden="true" size={18} />
      Email a corrected receipt
    </Button>
  );
};

const Actions = ({ donation }: DonationProps) => {
  const { id, email, receiptNumber } = donation;
  const { open } = useOpenedRecord("refund");
  const { open: openVoidDialog } = useOpenedRecord("void");
  const { open: openCorrectionDialog } = useOpenedRecord("correct");
  const { open: openDetailsDialog } = useOpenedRecord("edit");
  const isRefundable = useIsRefundable(donation);
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {email !== null && (
        <a className="btn btn-outline font-semibold" href={createMailLink(email)}>
          <Mail aria-hidden="true" size={18} />
          Write an email
        </a>
      )}
      {receiptNumber !== null && <ReceiptButton donation={donation} />}
      {donation.isReceiptOutdated && <ReissueButton donation={donation} />}
      {isRefundable && (
        <Button variant="outline" onClick={() => open(id)}>
          Refund
        </Button>
      )}
      <Button variant="outline" onClick={() => openDetailsDialog(id)}>
        Edit
      </Button>
      {isCorrectable(donation) && (
        <Button variant="outline" onClick={() => openCorrectionDialog(id)}>
          Correct
        </Button>
      )}
      {isVoidable(donation) && (
        <Button variant="outline" onClick={() => openVoidDialog(id)}>
          Void
        </Button>
      )}
    </div>
  );
};

/**
 * Shows a donation at its own URL. The URLs for refunding, voiding and correcting it open this dialog, too. The dialogs
 * for those actions come after this one, not inside it, because browsers put the dialog that opens last on top.
 */
export const DonationRecordDialog = () => {
  const opened = useOpenedRecord("donation");
  const refund = useOpenedRecord("refund");
  const voided = useOpenedRecord("void");
  const corrected = useOpenedRecord("correct");
  const edited = useOpenedRecord("edit");
  const openedRecord =
    [opened, refund, voided, corrected, edited].find(({ id }) => id !== "") ?? opened;
  const { id } = openedRecord;
  const query = useDonation(id);
  const donation = id === "" ? undefined : query.data;
  const isRefundable = useIsRefundable(donation);
  return (
    <>
      <Dialog
        open={id !== ""}
        onClose={openedRecord.close}
        isInUrl
        title={donation ? formatFullName(donation) : "Donation"}
      >
        <QueryStates query={query} subject="the donation">
          {(donation) => (
            <>
              {donation.isFraudWarned && (
                <div className="mb-2">
                  <Notice tone="info" title="The bank flagged this card for fraud">
                    Refund the donation now to avoid a dispute.
                  </Notice>
                </div>
              )}
              <Facts donation={donation} />
              <Actions donation={donation} />
              <p className="mt-5">
                <Link
                  className="link"
                  to={paths.dashboard("donations", "donors", donation.donorId)}
                >
                  View this donor
                </Link>
              </p>
            </>
          )}
        </QueryStates>
      </Dialog>
      {donation && isRefundable && <RefundDialog donation={donation} />}
      {donation && isVoidable(donation) && <VoidDialog donation={donation} />}
      {donation && <DonationDetailsDialog donation={donation} />}
      {donation && isCorrectable(donation) && <CorrectionDialog donation={donation} />}
    </>
  );
};
