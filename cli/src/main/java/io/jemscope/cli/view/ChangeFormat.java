package io.jemscope.cli.view;

/** The forms of what tells of changes: a comparison, a trend. */
public enum ChangeFormat {
    /** Tables for people. */
    TEXT,
    /** Everything, for programs. */
    JSON
}
