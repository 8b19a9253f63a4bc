import Mail from "lucide-react/icons/mail";
import type { ReactNode } from "react";
import { Fact } from "#admin/fact.tsx";
import { useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { createMailLink } from "#lib/mail-link.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import {
  availabilityText,
  PERSON_PARAM,
  placeWithZip,
  type ResidenceProps,
} from "./person-cells.tsx";

interface Person extends ResidenceProps {
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly availability: string | null;
}

export interface PersonDialogProps<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly nameOf: (row: Row) => string;
  /** Renders the facts that only this kind of person has. */
  readonly children: (row: Row) => ReactNode;
  /** Renders what can be done about this person. Each action closes the dialog first. */
  readonly renderActions?: (row: Row, close: () => void) => ReactNode;
}

/** Everything that the list knows about one applicant or volunteer, at its own URL. */
export const PersonDialog = <Row extends Person>({
  rows,
  nameOf,
  children,
  renderActions,
}: PersonDialogProps<Row>) => {
  const { id, close } = useOpenedRecord(PERSON_PARAM);
  const person = useRecordOf(rows, id);
  return (
    <Dialog open={person !== null} onClose={close} isInUrl title={person && nameOf(person)}>
      {person && (
        <>
          <dl className="divide-base-300 divide-y">
            <Fact name="Email">
              {person.email ? (
                <a className="link" href={createMailLink(person.email)}>
                  <EmailAddress email={person.email} />
                </a>
              ) : (
                "–"
              )}
            </Fact>
            <Fact name="Phone">
              {person.phone ? (
                <a className="link" href={`tel:${person.phone}`}>
                  {person.phone}
                </a>
              ) : (
                "–"
              )}
            </Fact>
            <Fact name="Location">{placeWithZip(person) || "–"}</Fact>
            <Fact name="Availability">{availabilityText(person.availability)}</Fact>
            {children(person)}
          </dl>
          <div className="mt-5 flex flex-wrap gap-3">
            {renderActions?.(person, close)}
            {person.email !== "" && (
              <a className="btn btn-outline font-semibold" href={createMailLink(person.email)}>
                <Mail aria-hidden="true" size={18} />
                Write an email
              </a>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
};
