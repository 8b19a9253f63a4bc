import type { z } from "zod";
import { contactInfoInput } from "#contracts/contact-info.ts";
import { contactInfoRecord } from "#data/contact-info/mutations.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { ContentForm } from "./content-form.tsx";

type ContactInput = z.input<typeof contactInfoInput>;

/** Edits the name, tax ID, address, phone and email. */
export const OrganizationInformation = () => (
  <ContentForm
    noun="contact information"
    loadingRowCount={8}
    record={contactInfoRecord}
    schema={contactInfoInput}
    emptyValues={{ organizationName: "", taxId: "", address: "", phone: "", email: "" }}
    failure={{
      title: "Update Error",
      fallback: "Failed to update contact information. Please try again.",
    }}
  >
    <FormText<ContactInput> name="organizationName" label="Organization name" />
    <FormText<ContactInput> name="taxId" label="Tax ID (EIN)" placeholder="12-3456789" />
    <FormArea<ContactInput> name="address" label="Address" className="sm:col-span-2" />
    <FormText<ContactInput> name="phone" type="tel" label="Phone" />
    <FormText<ContactInput> name="email" type="email" label="Email" />
  </ContentForm>
);
