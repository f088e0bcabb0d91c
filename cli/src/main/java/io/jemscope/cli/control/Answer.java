package io.jemscope.cli.control;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An object in an agent's answer. What isn't there, or is of another kind than asked for, is as if it were empty: agents
 * and commands of neighbouring versions understand each other that way.
 */
public record Answer(JsonObject json) {

    /**
     * A text, or a number as text.
     *
     * @param name the member's name
     * @return the text; empty where there is none, or null
     */
    public Optional<String> text(String name) {
        JsonElement member = json.get(name);
        return member != null && member.isJsonPrimitive() ? Optional.of(member.getAsString()) : Optional.empty();
    }

    /**
     * A text for people.
     *
     * @param name the member's name
     * @return the text; a dash where there is none
     */
    public String shown(String name) {
        return text(name).filter(text -> !text.isEmpty()).orElse("-");
    }

    /**
     * A whole number.
     *
     * @param name the member's name
     * @return the number; 0 where there is none
     */
    public long number(String name) {
        JsonElement member = json.get(name);
        return member != null
                        && member.isJsonPrimitive()
                        && member.getAsJsonPrimitive().isNumber()
                ? member.getAsLong()
                : 0;
    }

    /**
     * A yes or no.
     *
     * @param name the member's name
     * @return the value; no where there is none
     */
    public boolean flag(String name) {
        JsonElement member = json.get(name);
        return member != null
                && member.isJsonPrimitive()
                && member.getAsJsonPrimitive().isBoolean()
                && member.getAsBoolean();
    }

    /**
     * Says whether there is something other than null.
     *
     * @param name the member's name
     */
    public boolean has(String name) {
        JsonElement member = json.get(name);
        return member != null && !member.isJsonNull();
    }

    /**
     * An object.
     *
     * @param name the member's name
     * @return the object; an empty one where there is none
     */
    public Answer object(String name) {
        JsonElement member = json.get(name);
        return new Answer(member != null && member.isJsonObject() ? member.getAsJsonObject() : new JsonObject());
    }

    /**
     * A list of objects.
     *
     * @param name the member's name
     * @return the objects; none where there is no list
     */
    public List<Answer> list(String name) {
        List<Answer> list = new ArrayList<>();
        JsonElement member = json.get(name);
        if (member != null && member.isJsonArray()) {
            for (JsonElement element : member.getAsJsonArray()) {
                if (element.isJsonObject()) {
                    list.add(new Answer(element.getAsJsonObject()));
                }
            }
        }
        return list;
    }

    /**
     * A list of texts.
     *
     * @param name the member's name
     * @return the texts; none where there is no list
     */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        JsonElement member = json.get(name);
        if (member != null && member.isJsonArray()) {
            for (JsonElement element : member.getAsJsonArray()) {
                if (element.isJsonPrimitive()) {
                    texts.add(element.getAsString());
                }
            }
        }
        return texts;
    }

    /**
     * The object as JSON that people can read.
     *
     * @return the text, its last line ended
     */
    public String pretty() {
        return new GsonBuilder()
                        .setPrettyPrinting()
                        .disableHtmlEscaping()
                        .serializeNulls()
                        .create()
                        .toJson(json)
                + "\n";
    }
}
