import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { email, line, phone, text, timestamp } from "./fields.ts";
import { singletonVersion, requireAllWithoutVersion } from "./versions.ts";

export const contactInfo = z.object({
  organizationName: z.string(),
  taxId: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
});

const storedContactInfo = contactInfo.extend({ updatedAt: timestamp });

export const contactInfoInput = z.strictObject({
  organizationName: line(200),
  taxId: line(20),
  address: text(300),
  phone: phone.min(1),
  email,
});

export const contactInfoEndpoints = adminEndpoints("content", {
  getContactInfo: {
    method: "GET",
    path: "/api/contact-info",
    access: "public",
    summary: "The organization's name, tax ID and contact details",
    cacheable: true,
    output: storedContactInfo,
  },
  updateContactInfo: {
    method: "POST",
    path: "/api/update-contact",
    summary: "Update the organization's details",
    body: contactInfoInput
      .partial()
      .extend(singletonVersion)
      .superRefine(
        requireAllWithoutVersion("organizationName", "taxId", "address", "phone", "email"),
      ),
    output: storedContactInfo,
  },
});
