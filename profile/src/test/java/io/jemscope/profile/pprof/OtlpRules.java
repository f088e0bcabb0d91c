package io.jemscope.profile.pprof;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.resource.v1.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What opentelemetry-proto's {@code profiles.proto} demands of a request, its MUST and SHOULD, checked on a message that its own
 * classes have read.
 */
public final class OtlpRules {

    /** The fields that hold numbers of a table's entries, and the table. */
    private static final Map<String, String> TABLES = Map.of(
            "mapping_index", "mapping_table",
            "location_indices", "location_table",
            "function_index", "function_table",
            "link_index", "link_table",
            "attribute_indices", "attribute_table",
            "stack_index", "stack_table");

    private static final Link NO_LINK = Link.newBuilder()
            .setTraceId(ByteString.copyFrom(new byte[16]))
            .setSpanId(ByteString.copyFrom(new byte[8]))
            .build();

    private final ExportProfilesServiceRequest request;
    private final ProfilesDictionary dictionary;

    /** The entries that are referred to, by table. */
    private final Map<String, Set<Integer>> used = new HashMap<>();

    private final Set<ByteString> ids = new HashSet<>();

    private OtlpRules(ExportProfilesServiceRequest request) {
        this.request = request;
        this.dictionary = request.getDictionary();
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if it breaks a rule
     */
    public static ExportProfilesServiceRequest read(byte[] body) {
        try {
            ExportProfilesServiceRequest request = ExportProfilesServiceRequest.parseFrom(body);
            new OtlpRules(request).check();
            return request;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not an ExportProfilesServiceRequest: " + e.getMessage(), e);
        }
    }

    private void check() {
        demand(request.getResourceProfilesCount() > 0 && request.hasDictionary(), "an empty request");
        demand(dictionary.getStringTableCount() > 0, "no string 0");
        demand(dictionary.getStringTable(0).isEmpty(), "string 0 isn't empty");
        walk(request);
        checkTables();
        for (ResourceProfiles each : request.getResourceProfilesList()) {
            checkResource(each.getResource());
            for (ScopeProfiles scope : each.getScopeProfilesList()) {
                checkPairs(scope.getScope().getAttributesList());
                demand(scope.getProfilesCount() > 0, "a scope without profiles");
                scope.getProfilesList().forEach(this::checkProfile);
            }
        }
    }

    /** Looks at each message: for unknown fields, and numbers of entries that aren't there. */
    private void walk(MessageOrBuilder message) {
        demand(
                message.getUnknownFields().asMap().isEmpty(),
                "unknown fields in " + message.getDescriptorForType().getName());
        for (Map.Entry<FieldDescriptor, Object> each : message.getAllFields().entrySet()) {
            FieldDescriptor field = each.getKey();
            Collection<?> values = field.isRepeated() ? (Collection<?>) each.getValue() : List.of(each.getValue());
            for (Object value : values) {
                if (value instanceof Message inner) {
                    walk(inner);
                } else {
                    checkNumber(field.getName(), value);
                }
            }
        }
    }

    private void checkNumber(String field, Object value) {
        String table = field.endsWith("_strindex") ? "string_table" : TABLES.get(field);
        if (table != null) {
            int number = (Integer) value;
            int size = table(table).size();
            demand(number >= 0 && number < size, field + " " + number + " in a table of " + size);
            used.computeIfAbsent(table, any -> new HashSet<>()).add(number);
        }
    }

    private List<?> table(String name) {
        return (List<?>) dictionary.getField(ProfilesDictionary.getDescriptor().findFieldByName(name));
    }

    private void checkTables() {
        Set<String> tables = new HashSet<>(TABLES.values());
        tables.add("string_table");
        for (String name : tables) {
            List<?> table = table(name);
            demand(!table.isEmpty(), name + " has no entry 0");
            if (table.get(0) instanceof Message first) {
                demand(
                        first.equals(first.getDefaultInstanceForType()) || first.equals(NO_LINK),
                        name + "[0] isn't the zero value");
            }
            demand(new HashSet<>(table).size() == table.size(), name + " has duplicates");
            Set<Integer> known = used.getOrDefault(name, Set.of());
            for (int i = 1; i < table.size(); i++) {
                demand(known.contains(i), name + "[" + i + "] is referred to by nothing");
            }
        }
        for (Function function : dictionary.getFunctionTableList().subList(1, dictionary.getFunctionTableCount())) {
            demand(
                    function.getNameStrindex() + function.getSystemNameStrindex() + function.getFilenameStrindex() > 0,
                    "a function without a name");
        }
        for (KeyValueAndUnit each :
                dictionary.getAttributeTableList().subList(1, dictionary.getAttributeTableCount())) {
            demand(each.getKeyStrindex() > 0, "an attribute without a key");
            checkValue(each.getValue());
        }
        for (Location location : dictionary.getLocationTableList()) {
            checkAttributes(location.getAttributeIndicesList());
            Mapping mapping = dictionary.getMappingTable(location.getMappingIndex());
            demand(
                    location.getMappingIndex() == 0 || isIn(location.getAddress(), mapping),
                    "a location outside its mapping");
        }
        dictionary.getMappingTableList().forEach(mapping -> checkAttributes(mapping.getAttributeIndicesList()));
    }

    private static boolean isIn(long address, Mapping mapping) {
        return Long.compareUnsigned(mapping.getMemoryStart(), address) <= 0
                && Long.compareUnsigned(address, mapping.getMemoryLimit()) <= 0;
    }

    private void checkAttributes(List<Integer> numbers) {
        Set<String> keys = new HashSet<>();
        for (int number : numbers) {
            demand(number > 0, "attribute 0");
            String key = dictionary.getStringTable(
                    dictionary.getAttributeTable(number).getKeyStrindex());
            demand(keys.add(key), "two attributes " + key);
        }
    }

    private void checkPairs(List<KeyValue> pairs) {
        Set<String> keys = new HashSet<>();
        for (KeyValue pair : pairs) {
            demand(!pair.getKey().isEmpty() && pair.getKeyStrindex() == 0, "an attribute without a key");
            demand(keys.add(pair.getKey()), "two attributes " + pair.getKey());
            checkValue(pair.getValue());
        }
    }

    private static void checkValue(AnyValue value) {
        demand(value.getValueCase() != AnyValue.ValueCase.VALUE_NOT_SET, "an attribute without a value");
        value.getArrayValue().getValuesList().forEach(OtlpRules::checkValue);
    }

    private void checkResource(Resource resource) {
        checkPairs(resource.getAttributesList());
        demand(
                resource.getAttributesList().stream()
                        .anyMatch(pair -> pair.getKey().equals("service.name")
                                && !pair.getValue().getStringValue().isEmpty()),
                "no service.name");
    }

    private void checkProfile(Profile profile) {
        demand(profile.getSampleType().getTypeStrindex() > 0, "a profile without a sample type");
        demand(profile.getSampleType().getUnitStrindex() > 0, "a sample type without a unit");
        demand(profile.getPeriod() == 0 || profile.getPeriodType().getTypeStrindex() > 0, "a period without a type");
        demand(profile.getTimeUnixNano() > 0, "a profile without a time");
        byte[] id = profile.getProfileId().toByteArray();
        boolean isZero = true;
        for (byte each : id) {
            isZero &= each == 0;
        }
        demand(id.length == 16 && !isZero, "an id of " + id.length + " bytes, or of zeros");
        demand(ids.add(profile.getProfileId()), "two profiles with one id");
        demand(
                profile.getOriginalPayload().isEmpty()
                        == profile.getOriginalPayloadFormat().isEmpty(),
                "a payload without its format");
        checkAttributes(profile.getAttributeIndicesList());
        demand(profile.getSamplesCount() > 0, "a profile without samples");
        Set<List<Object>> identities = new HashSet<>();
        for (Sample sample : profile.getSamplesList()) {
            checkAttributes(sample.getAttributeIndicesList());
            demand(
                    sample.getValuesCount() == 1 && sample.getTimestampsUnixNanoCount() == 0,
                    "a sample of another shape");
            demand(
                    identities.add(List.of(
                            sample.getStackIndex(),
                            new HashSet<>(sample.getAttributeIndicesList()),
                            sample.getLinkIndex())),
                    "two samples with one identity");
        }
    }

    private static void demand(boolean isTrue, String otherwise) {
        if (!isTrue) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The attributes of numbers, by key, as texts. */
    public static Map<String, String> attributes(ProfilesDictionary dictionary, List<Integer> numbers) {
        Map<String, String> attributes = new HashMap<>();
        for (int number : numbers) {
            KeyValueAndUnit each = dictionary.getAttributeTable(number);
            String unit = dictionary.getStringTable(each.getUnitStrindex());
            attributes.put(
                    dictionary.getStringTable(each.getKeyStrindex()),
                    text(each.getValue()) + (unit.isEmpty() ? "" : " " + unit));
        }
        return attributes;
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case INT_VALUE -> Long.toString(value.getIntValue());
            case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
            case ARRAY_VALUE -> {
                List<String> texts = new ArrayList<>();
                value.getArrayValue().getValuesList().forEach(each -> texts.add(text(each)));
                yield texts.toString();
            }
            default -> throw new IllegalArgumentException("an attribute of another type: " + value);
        };
    }
}
