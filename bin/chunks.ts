/**
 * Which modules of the pages share a file in the build (vite.config.ts). One file compresses better than ten,
 * and costs one request. The order counts: a group takes what its modules import, unless an earlier group has
 * it.
 */
export const CHUNKS: { name: string; test: RegExp }[] = [
  // Translations. In the English build, these modules are empty.
  {
    name: 'sentences',
    test: /virtual:sentences|language[\\/](?:translate|translator|dates-in-kiswahili)\.ts/,
  },
  { name: 'account-sentences', test: /virtual:account-sentences/ },
  { name: 'more-sentences', test: /virtual:more-sentences/ },
  {
    name: 'vendor',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/,
  },
  // The libraries of the officers' editor. Tests check them by other rules than our code (T12).
  {
    name: 'vendor-editor',
    test: /node_modules[\\/](?:@tiptap|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|linkifyjs)[\\/]/,
  },
  // The library that draws PDF files, for the same reason.
  { name: 'vendor-pdf', test: /node_modules[\\/]pdfjs-dist[\\/]/ },
  // The code that every page needs, for few requests.
  {
    name: 'shell',
    test: /web[\\/](?:layout[\\/](?!not-found)|starter[\\/](?!pop-up)|ui[\\/](?:icon|stamp|job-title|card|dialog|hour-and-minute|left-today)|root|loaded|api|paths|page-meta|form[\\/]use-(?:hydrated|now)|session[\\/](?:session|chosen-job)\.ts)|contract[\\/](?:dates|browser|accounts[\\/]session-limits|jobs[\\/](?:limits|words))\b|vite[\\/](?:preload|modulepreload)/,
  },
  // The code that sends an application.
  {
    name: 'sending',
    test: /web[\\/](?:sending[\\/](?!still-sending|own-drafts)|save-file|ui[\\/](?:notification-modal|email-text|unbroken-times))|contract[\\/]job-applications[\\/](?:reference-numbers|sending-words)\b/,
  },
  // The code that all pages with a form share.
  {
    name: 'forms',
    test: /web[\\/](?:form[\\/](?:field|error-summary|password-field|needs-script|use-sending)|session[\\/]guard|line[\\/]line-wait|accounts[\\/]use-captcha|form[\\/]text-in|busy)|contract[\\/](?:normalise|last-hour[\\/]brownout|job-applications[\\/]limits|accounts[\\/](?:login-words|limits|personal-options))\b/,
  },
  // The fields with a list of choices.
  {
    name: 'combobox',
    test: /web[\\/]form[\\/](?:choices|combobox|use-combobox|typed-part|after-press|use-locations)/,
  },
  // What registration and recovery of an account check.
  {
    name: 'registration',
    test: /contract[\\/](?:civil-dates|accounts[\\/](?:registration-rules|registration-fields|birth-date|passwords|words))\b/,
  },
  // The lists of jobs.
  {
    name: 'job-list',
    test: /web[\\/]ui[\\/](?:job-card|pages)\b/,
  },
  // What every page of a person who logged in shows.
  { name: 'signed-in', test: /web[\\/]session[\\/](?:session-watch|own-menu)\b/ },
  // What the pages of the dashboard share.
  {
    name: 'dashboard',
    test: /web[\\/]dashboard[\\/](?:shell|load-failed|sections|notification-text)\b|contract[\\/](?:last-hour[\\/]busy-words|jobs[\\/]extensions|decisions[\\/]reasons)\b/,
  },
  // The receipt of an application.
  {
    name: 'receipt',
    test: /web[\\/]receipt[\\/](?:receipt-card|qr)\b/,
  },
  { name: 'qr', test: /node_modules[\\/]lean-qr[\\/]/ },
  // What the page of the form needs before the form is there, which may come late (N6).
  {
    name: 'application',
    test: /web[\\/]job-applications[\\/](?:open-application|use-steps)\b/,
  },
  // The form, and what a comparison of two versions shares with it.
  {
    name: 'wizard',
    test: /web[\\/]job-applications[\\/]wizard\b/,
  },
]
