import type { VolunteerAuthRecord } from "#lib/session/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { ActivityCard } from "./cards/activity-card.tsx";
import { CalendarCard } from "./cards/calendar-card.tsx";
import { FirstSteps } from "./cards/first-steps.tsx";
import { HighlightsCard } from "./cards/highlights-card.tsx";
import { HoursCard } from "./cards/hours-card.tsx";
import { NextShift } from "./cards/next-shift.tsx";
import { OwnHoursCard } from "./cards/own-hours-card.tsx";
import { ProfileCard } from "./cards/profile-card.tsx";
import { ShiftsCard } from "./cards/shifts-card.tsx";
import { SupportCard } from "./cards/support-card.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { useShifts } from "./use-shifts.ts";

export interface DashboardProps {
  readonly volunteer: VolunteerAuthRecord;
}

/** On phones the cards are in source order, upcoming shifts first. */
export const Dashboard = ({ volunteer }: DashboardProps) => {
  useTitle("Volunteer Dashboard");
  const shifts = useShifts(volunteer.id);
  return (
    <>
      <h1 className="font-display text-heading font-semibold">
        Welcome back, {volunteer.firstName}!
      </h1>
      <ConnectionNotice query={shifts.query} />
      <NextShift volunteerId={volunteer.id} shifts={shifts} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-6">
          <ShiftsCard volunteerId={volunteer.id} shifts={shifts} />
          {shifts.hasNoShifts && <FirstSteps />}
          <ActivityCard shifts={shifts} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <HoursCard />
          <OwnHoursCard volunteerId={volunteer.id} />
          <HighlightsCard volunteerId={volunteer.id} />
          <CalendarCard volunteerId={volunteer.id} />
          <SupportCard volunteer={volunteer} />
        </div>
        <ProfileCard volunteer={volunteer} />
      </div>
    </>
  );
};
