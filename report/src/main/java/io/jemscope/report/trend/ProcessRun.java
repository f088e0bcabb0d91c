package io.jemscope.report.trend;

import io.jemscope.profile.Provenance;

/**
 * One run of one program: what tells its dumps from those of others. A program that was started again is another run.
 *
 * @param host the machine; empty where it isn't known
 * @param pid the process's number; empty where it isn't known
 * @param start when it was started, as the facts have it; empty where it isn't known
 * @param main what was started; empty where it isn't known
 */
public record ProcessRun(String host, String pid, String start, String main) {

    static ProcessRun of(Provenance facts) {
        return new ProcessRun(
                facts.get(Provenance.HOST).orElse(""),
                facts.get(Provenance.PID).orElse(""),
                facts.get(Provenance.PROGRAM_START).orElse(""),
                facts.get(Provenance.MAIN).orElse(""));
    }

    /**
     * The run in a few words.
     *
     * @return such as {@code process 4711 (com.example.Main)}
     */
    public String text() {
        String process = pid.isEmpty() ? "a process that isn't named" : "process " + pid;
        return main.isEmpty() ? process : process + " (" + main + ")";
    }
}
