import type { z } from "zod";
import { volunteerQualificationEndpoints } from "#contracts/volunteer-qualifications.ts";
import {
  volunteerQualifications,
  type Qualification,
} from "#data/volunteer-qualifications/resource.ts";
import { FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { shortDay } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { Badge } from "#ui/badge.tsx";
import { ChildList } from "#admin/child-list.tsx";

const SCHEMAS = {
  create: volunteerQualificationEndpoints.createVolunteerQualification.body,
  update: volunteerQualificationEndpoints.updateVolunteerQualification.body,
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

const QualificationEditor = (props: EditorProps<Qualification>) => (
  <RecordEditor
    {...props}
    noun="qualification"
    resource={volunteerQualifications}
    schemas={SCHEMAS}
    emptyValues={{ kind: "waiver", label: null, completedOn: useToday(), expiresOn: null }}
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

const Expiration = ({ expiresOn, isLapsing, hasLapsed }: Qualification) => {
  if (expiresOn === null) return "doesn't expire";
  if (hasLapsed) {
    return (
      <>
        {isLapsing ? <Badge tone="problem">Expired</Badge> : "expired"} on {shortDay(expiresOn)}
      </>
    );
  }
  return (
    <>
      {isLapsing ? <Badge tone="attention">Expires soon</Badge> : "expires"} on{" "}
      {shortDay(expiresOn)}
    </>
  );
};

/** Waivers, background checks and training, and when each expires. */
export const VolunteerQualifications = ({ volunteerId }: { readonly volunteerId: string }) => (
  <ChildList
    pluralNoun="waivers and training"
    resource={volunteerQualifications}
    parent={{ volunteerId }}
    nameOf={getQualificationName}
    renderDetails={(qualification) => (
      <>
        {shortDay(qualification.completedOn)}, <Expiration {...qualification} />
      </>
    )}
    editing={{
      noun: "qualification",
      Editor: QualificationEditor,
      deleteQuestion: "This can't be undone. If it was renewed, keep this one and add the new one.",
    }}
    addLabel="Add a waiver or training"
    emptyText="Nothing yet."
  />
);
