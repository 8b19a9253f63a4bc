import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Returns the kind and the value of the field right before the passwords, where password managers look for the login. */
export const findLoginField = async () => {
  await waitFor(() => expect(document.querySelector("[autocomplete='new-password']")).toBeTruthy());
  const inputs = [...document.querySelectorAll<HTMLInputElement>("form input")];
  const field = inputs[inputs.findIndex(({ type }) => type === "password") - 1];
  return [field?.autocomplete, field?.value];
};
