/** Where password managers lead people (W3C, "A Well-Known URL for Changing Passwords"). */
export const GET = (): Response =>
  new Response(null, { status: 302, headers: { location: "/dashboard/settings/security" } });
