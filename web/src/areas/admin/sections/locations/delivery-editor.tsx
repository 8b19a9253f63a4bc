import type { z } from "zod";
import { DELIVERY_PROGRAMS, DELIVERY_REGIONS, MILITARY_BRANCHES } from "#contracts/choices.ts";
import { packageDeliveryEndpoints } from "#contracts/package-deliveries.ts";
import { isMilitaryMail, type PostalPlace } from "#rules/named-places.ts";
import { RELEASE_DAY, SMALLEST_CHANGE } from "#rules/release.ts";
import type { Location } from "#data/locations/resource.ts";
import { packageDeliveries, type PackageDelivery } from "#data/package-deliveries/resource.ts";
import { FormArea, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { FormCityAndState } from "#kit/forms/form-place.tsx";
import { FormWhen } from "#kit/forms/form-when.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";

type RegionPredicate = (delivery: PostalPlace & { readonly region?: string | null }) => boolean;

/** Makes the contract's schemas require a region if `requiresRegion` returns true for the delivery. */
const createSchemasRequiringRegion = (requiresRegion: RegionPredicate) => {
  const missingRegionIssue = {
    message: "Choose a region.",
    path: ["region"],
    // This check runs even if other fields are invalid, so that all errors appear at once.
    when: () => true,
  };
  const { createPackageDelivery, updatePackageDelivery } = packageDeliveryEndpoints;
  return {
    create: createPackageDelivery.body.refine(
      (delivery) => delivery.region || !requiresRegion(delivery),
      missingRegionIssue,
    ),
    update: updatePackageDelivery.body.refine(
      (delivery) => delivery.region || !requiresRegion(delivery),
      missingRegionIssue,
    ),
  };
};

const DEFAULT_RULES = {
  requiresRegion: isMilitaryMail,
  schemas: createSchemasRequiringRegion(isMilitaryMail),
};
/**
 * Requires a region regardless of the city, because the location or stored delivery is military
 * mail.
 */
const MILITARY_MAIL_RULES = {
  requiresRegion: () => true,
  schemas: createSchemasRequiringRegion(() => true),
};

const EMPTY_DELIVERY = {
  deliveredOn: "",
  packages: "",
  families: 0,
  veterans: 0,
  militaryBranch: "",
  program: "",
  city: "",
  state: "",
  region: null,
  notes: null,
};

type DeliveryInput = z.input<typeof packageDeliveryEndpoints.createPackageDelivery.body>;

const getUnknownCityHint = (state: string): string =>
  `We don't know a city of this name in ${state}, so visitors see only ${state}.`;

export interface DeliveryEditorProps extends EditorProps<PackageDelivery> {
  /** Location the delivery is logged for; prefills place and branch. */
  readonly location?: Location;
}

export const DeliveryEditor = ({ record, location, onDone }: DeliveryEditorProps) => {
  const isMilitaryPlace = record
    ? record.region !== null && !isMilitaryMail(record)
    : location?.isMilitaryMail === true;
  const { requiresRegion, schemas } = isMilitaryPlace ? MILITARY_MAIL_RULES : DEFAULT_RULES;
  return (
    <RecordEditor
      noun="delivery"
      draftName={location?.id}
      resource={packageDeliveries}
      schemas={schemas}
      record={record}
      emptyValues={
        location
          ? {
              ...EMPTY_DELIVERY,
              locationId: location.id,
              militaryBranch: location.militaryBranch ?? "",
              city: location.city ?? "",
              state: location.state ?? "",
            }
          : EMPTY_DELIVERY
      }
      onDone={onDone}
    >
      <FormText<DeliveryInput> name="deliveredOn" label="Delivered on" type="date" />
      <FormSelect<DeliveryInput> name="program" label="Program" options={DELIVERY_PROGRAMS} />
      <FormNumber<DeliveryInput> name="packages" label="Packages" />
      <FormNumber<DeliveryInput> name="families" label="Families" />
      <FormNumber<DeliveryInput> name="veterans" label="Veterans" />
      <FormSelect<DeliveryInput> name="militaryBranch" label="Branch" options={MILITARY_BRANCHES} />
      <FormCityAndState unknownHint={getUnknownCityHint} isChecked={!isMilitaryPlace} />
      <FormWhen<DeliveryInput> name="region" isVisible={requiresRegion}>
        <FormSelect<DeliveryInput>
          name="region"
          label="Region"
          options={DELIVERY_REGIONS}
          required
          description={PUBLICATION_NOTE}
          className="sm:col-span-2"
        />
      </FormWhen>
      <FormArea<DeliveryInput> name="notes" label="Notes" className="sm:col-span-2" />
    </RecordEditor>
  );
};

const PUBLICATION_NOTE =
  `Military deliveries are published on the ${RELEASE_DAY}th of the following month, always without the address. The ` +
  `region is named only if it adds ${SMALLEST_CHANGE} or more packages to the public numbers; otherwise it counts as “overseas.”`;
