import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { donorEndpoints } from "#contracts/donors.ts";
import { formatFullName } from "#rules/names.ts";
import { type DonorRecord, donors } from "#data/donors/resource.ts";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { paths } from "#lib/paths.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { DonorRecordFields, EMPTY_DONOR } from "./donor-fields.tsx";
import { KnownDonor } from "./known-donor.tsx";

const SCHEMA = donorEndpoints.createDonor.body;

const donorPath = (id?: string) => paths.dashboard("donations", "donors", ...(id ? [id] : []));

/** The form for someone who hasn't given yet. */
export const NewDonor = () => {
  const navigate = useNavigate();
  const addedId = useRef<string>(undefined);
  useTitle("Add a donor · Admin Dashboard");
  return (
    <>
      <h1 className="font-display text-heading mt-3 mb-2 font-semibold">Add a donor</h1>
      <p className="quiet mb-5">
        For someone who hasn't given yet. If they have, add the donation, which also adds the donor.
      </p>
      <section className="card-box max-w-3xl p-5 sm:p-6" aria-label="New donor">
        <RecordEditor
          noun="donor"
          resource={donors}
          schemas={{ create: SCHEMA, update: SCHEMA }}
          record={null}
          emptyValues={EMPTY_DONOR}
          texts={{
            success: (_, response) => {
              const donor = response as DonorRecord;
              addedId.current = donor.id;
              return `${formatFullName(donor)} was added`;
            },
          }}
          onDone={() => void navigate(donorPath(addedId.current), { replace: true })}
          onCancel={() => void navigate(donorPath())}
        >
          <DonorRecordFields
            emailHint="Leave blank if they have none."
            emailNotice={
              <KnownDonor emailField="email">
                {({ id }) => (
                  <LinkButton to={donorPath(id)} variant="outline" size="sm">
                    Use this donor
                  </LinkButton>
                )}
              </KnownDonor>
            }
          />
        </RecordEditor>
      </section>
    </>
  );
};
