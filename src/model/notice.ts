/** Name of the process warnings that tell a user something; the command line prints their text alone. */
export const NOTICE = 'EventideNotice'
