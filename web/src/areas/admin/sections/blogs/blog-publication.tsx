import { useState } from "react";
import { useController } from "react-hook-form";
import { useTimeZone } from "#lib/time/dates.tsx";
import { DAY_MS, dayAndTimeAt, dayAt } from "#lib/time/day-and-time.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { isSkipped, toInstant, getZoneName } from "#lib/time/zones.ts";
import { ChoiceGroup } from "#ui/fields/choice-group.tsx";
import { TextField } from "#ui/fields/field.tsx";
import type { PostInput } from "./post-fields.ts";

const CHOICES = [
  { value: "now", label: "Right away" },
  { value: "then", label: "At a set date and time" },
] as const;

/** Explains the effect of the chosen date. */
const publishingNote = (value: string | null, wasPublished: boolean, now: number): string => {
  if (value === null) {
    return wasPublished
      ? "It will be dated today and move to the top of the news."
      : "It will be dated the day you publish it.";
  }
  return Date.parse(value) > now
    ? "Once you publish it, only administrators see it until this date. Then it goes live on its own."
    : "News posts are sorted by this date.";
};

/**
 * Lets the administrator choose when visitors see the post: right away, or starting at a date and time in the
 * organization's time zone.
 */
export const BlogPublication = ({ wasPublished }: { readonly wasPublished: boolean }) => {
  const timeZone = useTimeZone();
  const now = useTickingNow();
  const { field, fieldState, formState } = useController<PostInput>({ name: "publishedAt" });
  const { ref, onBlur, onChange } = field;
  const value = field.value as string | null;
  const isValidMoment = value !== null && !Number.isNaN(Date.parse(value));
  const initialValue = formState.defaultValues?.["publishedAt"] as string | null;
  const suggestPublishTime = () => {
    const tomorrow = dayAt(now + DAY_MS, timeZone);
    return initialValue ?? toInstant(tomorrow, "09:00", timeZone);
  };
  // A time that is skipped when clocks spring forward has no timestamp, so the form holds an empty value and fails
  // validation.
  const [skippedTimeInput, setSkippedTimeInput] = useState("");
  const skippedTime = isValidMoment ? "" : skippedTimeInput;
  const setDayAndTime = (input: string) => {
    const [day, time] = input.split("T");
    const isInvalid = !day || !time || isSkipped(day, time, timeZone);
    setSkippedTimeInput(day && time && isInvalid ? input : "");
    onChange(isInvalid ? "" : toInstant(day, time, timeZone));
  };
  return (
    <fieldset disabled={formState.isSubmitting} className="grid gap-3 sm:col-span-2">
      <ChoiceGroup
        legend="When to publish"
        name="publication"
        look="segments"
        choices={CHOICES}
        value={value === null ? "now" : "then"}
        onValue={(choice) => onChange(choice === "now" ? null : suggestPublishTime())}
        className="max-w-md"
      />
      {value !== null && (
        <TextField
          ref={ref}
          type="datetime-local"
          label="Date and time"
          required
          description={`In your organization's time zone${isValidMoment ? ` (${getZoneName(value, timeZone)})` : ""}.`}
          error={
            skippedTime
              ? "That time doesn't exist, because clocks spring forward that night. Choose another time."
              : fieldState.error && "Choose a date and a time."
          }
          value={isValidMoment ? dayAndTimeAt(value, timeZone) : skippedTime}
          onValue={setDayAndTime}
          onBlur={onBlur}
          className="max-w-xs"
        />
      )}
      <p className="quiet text-sm" aria-live="polite">
        {publishingNote(isValidMoment ? value : null, wasPublished, now)}
      </p>
    </fieldset>
  );
};
