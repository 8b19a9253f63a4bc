import { z } from "zod";
import { aboutItem } from "./about-items.ts";
import { blogPostSchema } from "./blog-posts.ts";
import { childrenLetter } from "./children-letters.ts";
import { contactInfo } from "./contact-info.ts";
import { recentDonor } from "./donations.ts";
import { endpoint } from "./endpoint.ts";
import { eventSchema } from "./events.ts";
import { count, decimal, month, shownPicture } from "./fields.ts";
import { heroSection } from "./hero-section.ts";
import { impactStats } from "./impact-stats.ts";
import { DELIVERY_REGIONS } from "./choices.ts";
import { OVERSEAS } from "./limits.ts";
import { sectionContent } from "./section-content.ts";
import { testimonialSchema } from "./testimonials.ts";
import { highlightSchema } from "./volunteer-highlights.ts";

const amount = z.object({ label: z.string(), amount: decimal });
/** Null where there is none. */
const sectionPicture = z.object(shownPicture).nullable();

/** What the database says; who takes the payments is the deployment's to say. */
export const homeContent = z.object({
  /** Null until somebody has written them; the site has built-in words for that. */
  hero: heroSection.nullable(),
  contactInfo: contactInfo.nullable(),
  impactStats,
  about: sectionContent.extend({ items: z.array(aboutItem) }),
  /** Pictures of sections whose words are the site's own. */
  sections: z.object({
    volunteer: sectionPicture,
    shareYourStory: sectionPicture,
    thankYou: sectionPicture,
  }),
  childrenLetters: z.array(childrenLetter),
  blogPosts: z.array(blogPostSchema),
  testimonials: z.array(testimonialSchema),
  upcomingEvents: z.array(eventSchema),
  recentEvents: z.array(eventSchema),
  recentDonations: z.array(recentDonor),
  highlights: z.array(highlightSchema),
  highlightCount: count,
  /** Progress of the current month: gifts in dollars and the goal in packages. */
  monthlyProgress: z.object({ monthName: z.string(), total: decimal, monthlyGoal: count }),
  donationTotals: z.object({ totalAmount: decimal, donorCount: count, donationCount: count }),
  /** Social links are null where the organisation has none. */
  settings: z.object({
    timeZone: z.string(),
    minDonation: decimal,
    maxDonation: decimal,
    packagePrice: decimal,
    /** Amounts offered, in order; empty where the built-in ones are. */
    giftLevels: z.array(z.object({ amount: count, label: z.string() })),
    /** Where the price of a package goes; together it is the price. */
    packageCosts: z.array(amount),
    /** What was spent in that year. */
    spendingYear: z.number().nullable(),
    spending: z.array(amount),
    cardFeePercent: decimal,
    cardFeeFixed: decimal,
    employerMatchUrl: z.string().nullable(),
    facebookUrl: z.string().nullable(),
    instagramUrl: z.string().nullable(),
    xUrl: z.string().nullable(),
    youtubeUrl: z.string().nullable(),
  }),
  /**
   * The month of the first delivery that branches, programs and the map count; null without any. What came
   * before it is in `impactStats` alone, as its opening balance.
   */
  deliveriesSince: month.nullable(),
  branchCounts: z.array(z.object({ branch: z.string(), packages: count, families: count })),
  programCounts: z.array(
    z.object({
      program: z.string(),
      packages: count,
      families: count,
      description: z.string().nullable(),
      ...shownPicture,
    }),
  ),
  /** Deliveries by place: city and state (the state alone where the city is unknown), or for military mail a region. */
  mapPoints: z.array(
    z.object({
      city: z.string().nullable(),
      state: z.string().nullable(),
      latitude: z.coerce.number().nullable(),
      longitude: z.coerce.number().nullable(),
      region: z.enum([...DELIVERY_REGIONS, OVERSEAS]).nullable(),
      packages: count,
      families: count,
    }),
  ),
});

export const homeEndpoints = {
  getHome: endpoint({
    method: "GET",
    path: "/api/home",
    access: "public",
    summary: "Everything the landing page shows, in one response from one SQL statement",
    cacheable: true,
    output: homeContent.extend({
      /** Null where the deployment has decided on none: nobody can give online then. */
      paymentProvider: z.enum(["demo", "stripe"]).nullable(),
    }),
  }),
};
