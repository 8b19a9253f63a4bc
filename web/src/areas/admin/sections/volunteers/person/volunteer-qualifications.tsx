import type { z } from "zod";
import { PAGE_LIMIT_MAX } from "#contracts/limits.ts";
import { volunteerQualificationEndpoints } from "#contracts/volunteer-qualifications.ts";
import { useRecords } from "#data/resource.ts";
import {
  volunteerQualifications,
  type Qualification,
} from "#data/volunteer-qualifications/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { NEW_RECORD_ID, useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { shortDay } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "#admin/query-states.tsx";

const SCHEMAS = {
  create: volunteerQualificationEndpoints.createVolunteerQualification.body,
  update: volunteerQualificationEndpoints.updateVolunteerQualification.body.required({
    kind: true,
    completedOn: true,
  }),
};
type QualificationInput = z.input<typeof SCHEMAS.create>;

const KINDS: Readonly<Record<Qualification["kind"], string>> = {
  waiver: "Waiver",
  "background-check": "Background check",
  training: "Training",
  other: "Other",
};

const getQualificationName = ({ kind, label }: Qualification): string =>
  label === null ? KINDS[kind] : kind === "other" ? label : `${KINDS[kind]}: ${label}`;

interface EditorProps {
  readonly volunteerId: string;
  /** Null for a new qualification. */
  readonly qualification: Qualification | null;
  readonly onDone: () => void;
}

const QualificationEditor = ({ volunteerId, qualification, onDone }: EditorProps) => {
  const fields = { kind: "waiver", label: null, completedOn: useToday(), expiresOn: null };
  return (
    <RecordEditor
      noun="qualification"
      draftName={volunteerId}
      resource={volunteerQualifications}
      schemas={SCHEMAS}
      record={qualification}
      emptyValues={qualification ? fields : { ...fields, volunteerId }}
      onDone={onDone}
    >
      <FormSelect<QualificationInput> name="kind" label="Kind" options={KINDS} />
      <FormText<QualificationInput>
        name="label"
        label="Name"
        placeholder="First aid"
        description="Required if the kind is “Other.”"
      />
      <FormText<QualificationInput> name="completedOn" label="Date signed or passed" type="date" />
      <FormText<QualificationInput>
        name="expiresOn"
        label="Expires on"
        type="date"
        description="The overview starts reminding you 30 days before this date."
      />
    </RecordEditor>
  );
};

const Expiration = ({ expiresOn, isLapsing, hasLapsed }: Qualification) => {
  if (expiresOn === null) return "doesn't expire";
  if (hasLapsed) {
    return (
      <>
        {isLapsing && <Badge tone="problem">Expired</Badge>} expired on {shortDay(expiresOn)}
      </>
    );
  }
  return (
    <>
      {isLapsing && <Badge tone="attention">Expires soon</Badge>} expires on {shortDay(expiresOn)}
    </>
  );
};

const QualificationRow = ({
  qualification,
  onEdit,
}: {
  readonly qualification: Qualification;
  readonly onEdit: () => void;
}) => {
  const name = getQualificationName(qualification);
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="quiet text-sm">
          {shortDay(qualification.completedOn)}, <Expiration {...qualification} />
        </p>
      </div>
      <RowMenu name={name}>
        <RowAction aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </RowAction>
        <DeleteButton
          noun="qualification"
          resource={volunteerQualifications}
          id={qualification.id}
          name={name}
          question="This can't be undone. If it was renewed, keep this one and add the new one."
        />
      </RowMenu>
    </div>
  );
};

/** Waivers, background checks and training, and when each expires. */
export const VolunteerQualifications = ({ volunteerId }: { readonly volunteerId: string }) => {
  const query = useRecords(volunteerQualifications, { volunteerId, limit: PAGE_LIMIT_MAX });
  const { id, open, close } = useOpenedRecord("qualification");
  const editedQualification = useRecordOf(query.data?.rows, id);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="qualifications-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionHeading id="qualifications-title">Waivers and training</SectionHeading>
        {id !== NEW_RECORD_ID && (
          <Button
            variant="outline"
            size="sm"
            aria-label="Add a waiver or training"
            onClick={() => open(NEW_RECORD_ID)}
          >
            Add
          </Button>
        )}
      </div>
      {id === NEW_RECORD_ID && (
        <QualificationEditor volunteerId={volunteerId} qualification={null} onDone={close} />
      )}
      <QueryStates query={query} subject="waivers and training">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet mt-1 text-sm">Nothing yet.</p>
          ) : (
            <ul className="divide-base-300 divide-y">
              {rows.map((qualification) => (
                <li key={qualification.id} data-row={qualification.id} className="py-3">
                  {qualification.id === editedQualification?.id ? (
                    <QualificationEditor
                      volunteerId={volunteerId}
                      qualification={editedQualification}
                      onDone={close}
                    />
                  ) : (
                    <QualificationRow
                      qualification={qualification}
                      onEdit={() => open(qualification.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
};
