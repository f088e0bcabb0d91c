#ifndef JEMSCOPE_CONTROL_API_H
#define JEMSCOPE_CONTROL_API_H

#include <stdbool.h>

#include "control_http.h"

/* What a request to a preloaded program does: the agent's addresses below /api/v1, as far as they make sense here. All
   of it on the control thread, with forks held, but for the first and the last of these. */

/* Before the thread runs. folder: where dumps are written; empty for the runtime folder. */
void control_api_open(const char *folder);

void control_api_answer(const struct http_request *request, struct http_response *response);

/* After the response was sent. */
void control_api_sent(void);

/* Until control_api_end_if_due has to be called; -1 for never. */
int control_api_millis_left(void);

/* Ends a run whose time is over. */
void control_api_end_if_due(void);

/* In a forked child: it has no runs and no dumps. */
void control_api_after_fork(void);

#endif
