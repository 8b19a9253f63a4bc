import type { ApiOutput } from "../lib/api/api-client.ts";
import type { BlogPost } from "../data/blog-posts/queries.ts";
import type { Shift } from "../data/events/mutations.ts";
import type { ConfirmedDonation } from "../data/payments/mutations.ts";
import type { Overview } from "../data/overview/queries.ts";
import type { PaymentStatus } from "../data/payments/queries.ts";
import type { AdminDonation } from "../data/donations/resource.ts";
import type { Location } from "../data/locations/resource.ts";
import type { HomeData } from "../data/home/queries.ts";

let lastId = 0;
export const anId = (): string => {
  lastId += 1;
  return `00000000-0000-4000-8000-${String(lastId).padStart(12, "0")}`;
};

export const recentDonation = (
  overrides: Partial<HomeData["recentDonations"][number]> = {},
): HomeData["recentDonations"][number] => ({
  id: anId(),
  firstName: "Margaret",
  lastName: "H.",
  amount: 100,
  givenOn: "2026-11-20",
  createdAt: "2026-11-20T15:00:00Z",
  ...overrides,
});

export const anEvent = (
  overrides: Partial<HomeData["recentEvents"][number]> = {},
): HomeData["recentEvents"][number] => ({
  id: anId(),
  eventType: "Care Package Assembly",
  date: "2026-12-05",
  startTime: "09:00:00",
  endTime: "12:30:00",
  endsNextDay: false,
  address: "410 Lantern Street, Fort Worth, TX 76102",
  startsAt: "2026-12-05T15:00:00Z",
  endsAt: "2026-12-05T18:30:00Z",
  ...overrides,
});

export const anUpcomingEvent = (
  overrides: Partial<HomeData["upcomingEvents"][number]> = {},
): HomeData["upcomingEvents"][number] => ({ ...anEvent(), isFull: false, ...overrides });

/** A shift that the volunteer hasn't joined. Its times are in the organization's time zone. */
export const aShift = (overrides: Partial<Shift> = {}): Shift => ({
  ...anEvent(),
  note: null,
  hours: 3.5,
  isJoined: false,
  waitlistPosition: null,
  placesLeft: null,
  registeredVolunteers: 6,
  packagesPacked: 0,
  attendance: null,
  placeIsAwaited: false,
  isWanted: false,
  isCanceled: false,
  ...overrides,
});

export const blogPost = (
  overrides: Partial<HomeData["blogPosts"][number]> = {},
): HomeData["blogPosts"][number] => ({
  id: anId(),
  title: "What goes into a winter box",
  content: "Warm socks, always.",
  imageUrl: null,
  imageAlt: null,
  createdAt: "2026-11-18T12:00:00Z",
  publishedAt: "2026-11-18T12:00:00Z",
  slug: null,
  tags: [],
  ...overrides,
});

/** A published post, as the post's page and the news list receive it. */
export const publishedBlogPost = (overrides: Partial<BlogPost> = {}): BlogPost => ({
  ...blogPost(),
  searchTitle: null,
  searchDescription: null,
  updatedAt: "2026-11-19T12:00:00Z",
  ...overrides,
});

export const testimonial = (
  overrides: Partial<HomeData["testimonials"][number]> = {},
): HomeData["testimonials"][number] => ({
  id: anId(),
  name: "Renee Whitaker",
  title: "Military spouse",
  content: "The box came on the right day.",
  imageUrl: null,
  imageAlt: null,
  rating: 4,
  createdAt: "2026-11-01T12:00:00Z",
  ...overrides,
});

export const highlight = (
  overrides: Partial<HomeData["highlights"][number]> = {},
): HomeData["highlights"][number] => ({
  id: anId(),
  title: "Two hundred socks",
  message: "My knitting circle finished the two hundredth pair.",
  imageUrl: null,
  imageAlt: null,
  volunteerName: "Ruth B.",
  volunteerSince: "2022-03-01T12:00:00Z",
  createdAt: "2026-11-02T12:00:00Z",
  ...overrides,
});

type OwnHighlight = ApiOutput<"GET /api/volunteer/:volunteerId/highlights">[number];

export const ownHighlight = (overrides: Partial<OwnHighlight> = {}): OwnHighlight => ({
  id: anId(),
  title: "Two hundred socks",
  message: "My knitting circle finished the two hundredth pair.",
  imageUrl: null,
  imageAlt: null,
  isPublished: false,
  createdAt: "2026-11-02T12:00:00Z",
  updatedAt: "2026-11-02T12:00:00Z",
  ...overrides,
});

export const mapPoint = (
  overrides: Partial<HomeData["mapPoints"][number]> = {},
): HomeData["mapPoints"][number] => ({
  city: "Fort Worth",
  state: "TX",
  latitude: 32.755,
  longitude: -97.331,
  region: null,
  packages: 348,
  families: 120,
  ...overrides,
});

const homeSettings = (): HomeData["settings"] => ({
  timeZone: "America/Chicago",
  minDonation: 1,
  maxDonation: 100_000,
  packagePrice: 50,
  giftLevels: [],
  packageCosts: [],
  spendingYear: null,
  spendingYearRaised: null,
  spending: [],
  cardFeePercent: 2.9,
  cardFeeFixed: 0.3,
  employerMatchUrl: null,
  facebookUrl: "https://facebook.example.org/lamplightcare",
  instagramUrl: "https://instagram.example.org/lamplightcare",
  xUrl: "https://x.example.org/lamplightcare",
  youtubeUrl: "https://youtube.example.org/lamplightcare",
});

export const homeData = (overrides: Partial<HomeData> = {}): HomeData => ({
  hero: {
    headline: "A light in the window",
    coreMessage: "Fifty dollars fills one box.",
    imageUrl: null,
    imageAlt: null,
  },
  contactInfo: {
    organizationName: "Lamplight Care Packages",
    taxId: "00-0142536",
    address: "410 Lantern Street, Fort Worth, TX 76102",
    phone: "(817) 555-0142",
    email: "hello@example.org",
  },
  impactStats: {
    packagesDelivered: 48216,
    familiesHelped: 9374,
    volunteerHours: 61480,
    veteransServed: 5120,
    since: 2011,
    lastUpdated: null,
  },
  about: {
    header: "Why we pack boxes",
    content: "It began at a kitchen table.",
    imageUrl: null,
    imageAlt: null,
    items: [{ id: anId(), title: "Overseas", description: "Socks, coffee and a note.", order: 1 }],
  },
  sections: { volunteer: null, shareYourStory: null, thankYou: null },
  childrenLetters: [
    { id: anId(), text: "Be brave but also take naps.", writer: "Ava, 7", order: 1 },
  ],
  blogPosts: [blogPost()],
  testimonials: [testimonial()],
  upcomingEvents: [anUpcomingEvent()],
  recentEvents: [anEvent({ eventType: "Food Drive", date: "2026-11-01" })],
  recentDonations: [recentDonation()],
  highlights: [highlight()],
  highlightCount: 1,
  paymentProvider: "demo",
  monthlyProgress: { monthName: "November 2026", total: 5525, monthlyGoal: 150 },
  donationTotals: { totalAmount: 1_284_350, donorCount: 8312, donationCount: 15_200 },
  settings: homeSettings(),
  deliveriesSince: "2025-03",
  branchCounts: [{ branch: "Army", packages: 1925, families: 300 }],
  programCounts: [
    {
      program: "Military Families",
      packages: 3149,
      families: 1280,
      veterans: 0,
      description: "Groceries, school supplies and something just for fun.",
      imageUrl: null,
      imageAlt: null,
    },
  ],
  mapPoints: [],
  ...overrides,
});

export const accountability = (
  overrides: Partial<ApiOutput<"GET /api/accountability">> = {},
): ApiOutput<"GET /api/accountability"> => ({
  seals: [],
  latestReport: null,
  ...overrides,
});

export const confirmedDonation = (
  overrides: Partial<ConfirmedDonation> = {},
): ConfirmedDonation => ({
  id: anId(),
  firstName: "Anna",
  amount: 50,
  feeCovered: 0,
  isRecurring: false,
  isDemo: true,
  status: "completed",
  nextChargeAt: null,
  ...overrides,
});

export const aPaymentStatus = (overrides: Partial<PaymentStatus> = {}): PaymentStatus => ({
  provider: "stripe",
  isLive: true,
  lastEventAt: "2026-11-21T15:04:00Z",
  lastReconciledAt: "2026-11-21T15:17:00Z",
  isStale: false,
  refusedLists: [],
  versions: null,
  pendingCount: 2,
  disputeCount: 1,
  ...overrides,
});

export const anOverview = (overrides: Partial<Overview> = {}): Overview => ({
  monthName: "November",
  lastMonthName: "October",
  daysCompared: 20,
  gifts: { thisMonth: 12_550, lastMonth: 10_000, lastMonthSoFar: 6275 },
  packages: { thisMonth: 251, lastMonth: 200, lastMonthSoFar: 125 },
  newVolunteers: { thisMonth: 6, lastMonth: 4, lastMonthSoFar: 0 },
  isGoalSet: true,
  monthlyGoal: 500,
  donors: { all: 100, returning: 34 },
  volunteerHours: 126.5,
  attendance: { expected: 50, came: 47 },
  places: { taken: 9, offered: 12 },
  setup: {
    hasContactInfo: true,
    hasTaxId: true,
    isTimeZoneConfirmed: true,
    isGivingConfirmed: true,
    hasMailTransport: true,
    hasEvent: true,
  },
  completedEvents: [],
  ...overrides,
});

export const anAdminDonation = (overrides: Partial<AdminDonation> = {}): AdminDonation => ({
  ...recentDonation({ firstName: "Priya", lastName: "Nair", amount: 250 }),
  donorId: anId(),
  email: "priya@example.org",
  isRecurring: false,
  isDemo: true,
  status: "completed",
  feeCovered: 0,
  adjustedAmount: 0,
  isAnonymous: false,
  inHonorOf: null,
  isMemorial: false,
  source: null,
  isFraudWarned: false,
  method: "online",
  reference: null,
  note: null,
  isWired: false,
  updatedAt: "2026-11-20T15:00:00.000Z",
  ...overrides,
});

export const aLocation = (overrides: Partial<Location> = {}): Location => ({
  id: anId(),
  name: "Readiness Center",
  militaryBranch: "Army",
  city: "Killeen",
  state: "TX",
  contactPersonName: "Sgt. Paul Yates",
  address: "36000 Darnall Loop",
  zipCode: "76544",
  description: null,
  isActive: true,
  isMilitaryMail: false,
  createdAt: "2026-01-15T12:00:00Z",
  updatedAt: "2026-01-15T12:00:00Z",
  ...overrides,
});

export const paymentIntent = (
  overrides: Partial<ApiOutput<"POST /api/create-payment-intent">> = {},
): ApiOutput<"POST /api/create-payment-intent"> => ({
  clientSecret: "secret",
  paymentIntentId: "pi_demo_1",
  provider: "demo",
  amount: 50,
  monthlyOfferToken: null,
  ...overrides,
});

export const checkoutTerms = (
  overrides: Partial<ApiOutput<"GET /api/checkout">> = {},
): ApiOutput<"GET /api/checkout"> => ({
  provider: "demo",
  publishableKey: null,
  formToken: "form-token",
  formTokenExpiresAt: "2026-11-20T17:00:00Z",
  sendsReceipts: true,
  ...overrides,
});

type DonationTotals = ApiOutput<"GET /api/donors-consolidated">[number];

export const donationTotals = (overrides: Partial<DonationTotals> = {}): DonationTotals => ({
  totalAmount: "1000.00",
  donorCount: 3,
  donationCount: 4,
  since: "2025-12",
  averageDonation: 333.33,
  recentDonationCount: 1,
  ...overrides,
});

type Session = ApiOutput<"POST /api/admin/login">["session"];

export const SESSION: Session = { accessToken: "a", refreshToken: "r", expiresIn: 3600 };

type VolunteerRecord = ApiOutput<"POST /api/volunteer/login">["volunteer"];
export const volunteerRecord = (overrides: Partial<VolunteerRecord> = {}): VolunteerRecord => ({
  id: anId(),
  firstName: "Grace",
  lastName: "Turner",
  email: "grace@example.org",
  lastLoginAt: null,
  ...overrides,
});
