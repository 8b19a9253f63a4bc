import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { EmailField } from "./email-field.tsx";

const Example = () => {
  const [value, setValue] = useState("");
  return <EmailField label="Email" value={value} onValue={setValue} />;
};

test.each([
  ["anna@", "@icloud.com", "anna@icloud.com"],
  ["anna@y", "@yahoo.com", "anna@yahoo.com"],
  ["anna@gmial.com", "Did you mean anna@gmail.com?", "anna@gmail.com"],
])("after %s, pressing %s enters %s and returns to the field", async (typed, name, expected) => {
  const user = userEvent.setup();
  render(<Example />);
  const field = screen.getByLabelText<HTMLInputElement>("Email");
  await user.type(field, typed);
  await user.click(screen.getByRole("button", { name }));
  expect(field.value).toBe(expected);
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole("button")).toBeNull();
});
