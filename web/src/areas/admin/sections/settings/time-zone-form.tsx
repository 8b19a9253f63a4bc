import type { z } from "zod";
import { settingsEndpoints } from "#contracts/settings.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormNote } from "#kit/forms/form-note.tsx";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { formatClock, listTimeZones } from "#lib/time/zone-choice.ts";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["timeZone"] as const;
const schema = settingsEndpoints.updateSettings.body.pick({ timeZone: true }).required();

type TimeZoneInput = z.input<typeof schema>;

/** Edits the time zone, which decides what "today" is, when months begin, and when events start. */
export const TimeZoneForm = ({ settings }: { readonly settings: Settings }) => {
  const now = useTickingNow();
  return (
    <SettingsForm
      label="Save time zone"
      formName="time-zone"
      schema={schema}
      fields={fields}
      settings={settings}
      success="Time zone saved"
      isConfirmed={settings.isTimeZoneConfirmed}
      questionOf={({ timeZone }) =>
        timeZone === undefined || timeZone === settings.timeZone
          ? null
          : {
              title: `Change the time zone to ${timeZone}?`,
              body: `All events move to the new time zone. Right now it's ${formatClock(now, settings.timeZone)} in ${settings.timeZone} and ${formatClock(now, timeZone)} in ${timeZone}. An event at 9:00 AM stays at 9:00 AM, but in the new time zone, so please tell everyone who has signed up. Donations will be counted by day and month in the new time zone.`,
              confirmLabel: "Change time zone",
            }
      }
    >
      <FormText<TimeZoneInput>
        name="timeZone"
        label="Time zone"
        description="Type a city or a time zone and choose from the list."
        placeholder="America/Chicago"
        suggestions={listTimeZones()}
        className="sm:col-span-2"
      />
      <FormNote<TimeZoneInput>>
        {({ timeZone }) => {
          const clock = formatClock(now, String(timeZone));
          return clock === null ? null : `It's ${clock} there now.`;
        }}
      </FormNote>
    </SettingsForm>
  );
};
