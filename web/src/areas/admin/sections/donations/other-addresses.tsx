import { type DonorRecord, useMarkOtherAddress } from "#data/donors/resource.ts";
import { Button } from "#ui/button.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

interface OtherAddressesProps {
  readonly donor: DonorRecord;
}

interface OtherAddressProps {
  readonly donorId: string;
  readonly other: DonorRecord["otherAddresses"][number];
}

const OtherAddress = ({ donorId, other: { address, isMistaken } }: OtherAddressProps) => {
  const mark = useMarkOtherAddress();
  return (
    <li className="py-2">
      <p className="wrap-anywhere">
        <EmailAddress email={address} />
      </p>
      <p className="quiet">
        {isMistaken
          ? "A mistake, perhaps someone else's. It doesn't open this donor's gifts. New charges with it still count for this donor."
          : "Opens this donor's gifts. New charges with it count for this donor."}
      </p>
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        busy={mark.isPending}
        aria-label={isMistaken ? `${address} wasn't a mistake` : `${address} was a mistake`}
        onClick={() =>
          mark.mutate(
            { id: donorId, address, isMistaken: !isMistaken },
            {
              onSuccess: () =>
                showSuccess(
                  isMistaken
                    ? "The address opens this donor's gifts again"
                    : "The address no longer opens this donor's gifts",
                ),
              onError: (error) =>
                showFailure("An address could not be marked", error, {
                  title: "Update Failed",
                  fallback: "Failed to change the address",
                }),
            },
          )
        }
      >
        {isMistaken ? "It wasn't a mistake" : "It was a mistake"}
      </Button>
    </li>
  );
};

/** The donor's addresses other than the current one, which can be marked as a mistake. */
export const OtherAddresses = ({ donor }: OtherAddressesProps) => (
  <details className="mt-2 text-sm">
    <summary className="cursor-pointer py-1 font-semibold">
      Other email addresses ({donor.otherAddresses.length})
    </summary>
    <ul className="divide-base-300 mt-2 divide-y">
      {donor.otherAddresses.map((other) => (
        <OtherAddress key={other.address} donorId={donor.id} other={other} />
      ))}
    </ul>
  </details>
);
