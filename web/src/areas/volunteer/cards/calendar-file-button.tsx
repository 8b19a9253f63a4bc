import CalendarPlus from "lucide-react/icons/calendar-plus";
import { useSaveEventCalendar } from "#data/events/mutations.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import type { ShiftButtonProps } from "./shift-button.tsx";

export const CalendarFileButton = ({ volunteerId, shift, describedBy }: ShiftButtonProps) => {
  const save = useSaveEventCalendar(volunteerId);
  const download = () =>
    save.mutate(shift.id, {
      onError: (error) =>
        showFailure("A shift's calendar file could not be downloaded", error, {
          title: "Download Failed",
          fallback: "We couldn't download the file. Please try again.",
        }),
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={save.isPending}
      aria-describedby={describedBy}
      onClick={download}
    >
      <CalendarPlus aria-hidden="true" size={16} />
      Add to calendar
    </Button>
  );
};
