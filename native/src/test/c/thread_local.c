/* One of many small libraries with a thread-local variable: each makes the dynamic linker's table of them longer. */

__thread int variable;

__attribute__((visibility("default"))) int *thread_local_variable(void);
int *thread_local_variable(void) { return &variable; }
