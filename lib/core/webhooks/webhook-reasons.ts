/** Reasons of refusals about webhook endpoints and replays. */
export const webhookReasons = {
  too_many_endpoints: "The merchant has reached the maximum number of enabled endpoints",
  endpoints_full:
    "The maximum number of endpoints is enabled already: disable another one, then enable this one",
  header_reserved: "The header field is one that HTTP or the signature uses",
  header_twice: "The header field is given twice, in different case",
  endpoint_disabled: "The webhook endpoint is disabled",
  replay_running: "The endpoint already has a running replay, `details.replayId`",
  replay_ended: "The replay has ended",
  range_malformed: "The range is not given by two positions or two times, or ends before it begins",
  range_too_large: "The range has more than 100,000 events",
  url_malformed: "The URL cannot be parsed",
  scheme_not_allowed: "The URL's scheme is not https",
  user_info_not_allowed: "The URL has user info",
  host_not_allowed: "The URL's host is not on the public internet",
  port_not_allowed: "The URL's port is not 443 or 8443",
  address_not_allowed: "The URL's host has an address that is not on the public internet",
  inspector_unknown: "The URL belongs to a webhook inspector that is not yours in this mode",
} as const;
