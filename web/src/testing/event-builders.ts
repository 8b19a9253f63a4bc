import type { AdminEvent } from "../data/events/resource.ts";
import type { Participant } from "../data/volunteer-event-registrations/resource.ts";
import { anEvent, anId } from "./builders.ts";

export const adminEvent = (overrides: Partial<AdminEvent> = {}): AdminEvent => ({
  ...anEvent(),
  startsAt: "2026-12-05T15:00:00Z",
  endsAt: "2026-12-05T18:30:00Z",
  status: "upcoming",
  isActive: true,
  note: null,
  cancellationReason: null,
  packagesPacked: 0,
  registeredVolunteers: 0,
  waitingVolunteers: 0,
  maxVolunteers: null,
  createdAt: "2026-11-01T12:00:00Z",
  updatedAt: "2026-11-01T12:00:00Z",
  ...overrides,
});

export const aParticipant = (overrides: Partial<Participant> = {}): Participant => ({
  id: anId(),
  eventId: anId(),
  eventType: "Care Package Assembly",
  date: "2026-12-05",
  startTime: "09:00:00",
  endTime: "12:30:00",
  endsNextDay: false,
  isCanceled: false,
  personId: anId(),
  volunteerId: anId(),
  firstName: "Ruth",
  lastName: "Alder",
  email: "ruth@example.org",
  phone: "(512) 555-0142",
  emergencyContact: null,
  attendance: "expected",
  checkedIn: null,
  checkedOut: null,
  enteredHours: null,
  isActive: true,
  isLatePromotion: false,
  hours: 3.5,
  registeredAt: "2026-11-20T12:00:00Z",
  confirmedAt: null,
  ...overrides,
});
