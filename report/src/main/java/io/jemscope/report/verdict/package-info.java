/** Whether a site is a leak, a cache that fills, or memory that comes and goes: by the survival of its blocks. */
@org.jspecify.annotations.NullMarked
package io.jemscope.report.verdict;
