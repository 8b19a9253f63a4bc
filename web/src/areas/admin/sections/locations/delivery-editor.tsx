import { DELIVERY_PROGRAMS, MILITARY_BRANCHES } from "#contracts/limits.ts";
import { packageDeliveryEndpoints } from "#contracts/package-deliveries.ts";
import type { Location } from "../../../../data/locations/resource.ts";
import {
  packageDeliveries,
  type PackageDelivery,
} from "../../../../data/package-deliveries/resource.ts";
import { FormArea, FormNumber, FormSelect, FormText } from "../../../../kit/form-fields.tsx";
import { RecordEditor } from "../../../../kit/record-editor.tsx";
import type { EditorProps } from "../../../../kit/record-table.tsx";

const SCHEMAS = {
  create: packageDeliveryEndpoints.createPackageDelivery.body,
  update: packageDeliveryEndpoints.updatePackageDelivery.body,
};

const EMPTY = {
  deliveredOn: "",
  packages: "",
  families: 0,
  veterans: 0,
  militaryBranch: "",
  program: "",
  city: "",
  state: "",
  notes: null,
};

export interface DeliveryEditorProps extends EditorProps<PackageDelivery> {
  /** Where it is logged from; its place and branch are what the fields begin with. */
  readonly location?: Location;
}

export const DeliveryEditor = ({ record, location, onDone }: DeliveryEditorProps) => (
  <RecordEditor
    noun="delivery"
    draftOf={location?.id}
    resource={packageDeliveries}
    schemas={SCHEMAS}
    record={record}
    empty={
      location
        ? {
            ...EMPTY,
            locationId: location.id,
            militaryBranch: location.militaryBranch ?? "",
            city: location.city ?? "",
            state: location.state ?? "",
          }
        : EMPTY
    }
    onDone={onDone}
  >
    <FormText name="deliveredOn" label="Delivered on" type="date" />
    <FormSelect name="program" label="Program" options={DELIVERY_PROGRAMS} />
    <FormNumber name="packages" label="Packages" />
    <FormNumber name="families" label="Families" />
    <FormNumber name="veterans" label="Veterans" />
    <FormSelect name="militaryBranch" label="Branch" options={MILITARY_BRANCHES} />
    <FormText name="city" label="City" />
    <FormText name="state" label="State" />
    <FormArea name="notes" label="Notes" className="sm:col-span-2" />
  </RecordEditor>
);
