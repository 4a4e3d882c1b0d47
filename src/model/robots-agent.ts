/** The name that robots.txt files, headers and pages address us by. */
export const ROBOTS_AGENT = 'Eventide'
