import type { z } from "zod";
import { APPLICANT_KINDS } from "#contracts/choices.ts";
import type { volunteerApplicationEndpoints } from "#contracts/volunteer-applications.ts";
import { toNameKey } from "#rules/fold.ts";
import { formatFullName } from "#rules/names.ts";
import type { AdminApplication } from "#data/volunteer-applications/resource.ts";
import { FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";

export type ApprovalInput = NonNullable<
  z.input<typeof volunteerApplicationEndpoints.approveVolunteerApplication.body>
>;

/** Returns the names of others at the mailbox who applied or volunteer, each once. */
const listOthers = (application: AdminApplication): string[] => {
  const { match, sameAddress } = application;
  const own = toNameKey(formatFullName(application));
  const names = [match?.ownerName ?? "", ...sameAddress.map(formatFullName)];
  return names.filter(
    (name, index) =>
      name !== "" &&
      toNameKey(name) !== own &&
      names.findIndex((other) => toNameKey(other) === toNameKey(name)) === index,
  );
};

export const isSharedMailbox = (application: AdminApplication): boolean =>
  listOthers(application).length > 0;

type Kind = NonNullable<ApprovalInput["as"]>;

const KIND_NOTES: Readonly<Record<Kind, string>> = {
  login: "We'll email a link to set up the login, so nobody else's password opens it.",
  known: "This adds no one. They keep their login and their name in the directory.",
  contact: "They won't have a login. Their emails go to this mailbox and say who they're for.",
  other: "We'll email a link to set up a login there.",
};

const isKind = (value: unknown): value is Kind =>
  typeof value === "string" && Object.hasOwn(KIND_NOTES, value);

/** Asks who the applicant is, because people with different names use the email address. */
export const ApplicantKind = ({ application }: { readonly application: AdminApplication }) => {
  const values = useFormValues<ApprovalInput>();
  const as = APPLICANT_KINDS.find((kind) => kind === values.as);
  const { match } = application;
  const name = formatFullName(application);
  const others = listOthers(application).join(" and ");
  const ownerName = match?.ownerName ?? null;
  return (
    <>
      <FormSelect<ApprovalInput>
        name="as"
        label={`Who is ${name}?`}
        required
        className="sm:col-span-2"
        description={isKind(as) ? KIND_NOTES[as] : `${others} also used ${application.email}.`}
        options={{
          ...(ownerName === null
            ? { login: "The one who logs in with this email" }
            : { known: `${ownerName}, under another name` }),
          contact: "Someone who shares this mailbox",
          other: "Someone with another email",
        }}
      />
      {as === "other" && (
        <FormText<ApprovalInput>
          name="email"
          label="Their own email"
          type="email"
          required
          className="sm:col-span-2"
        />
      )}
    </>
  );
};
