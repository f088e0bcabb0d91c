package io.jemscope.report.graph;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A picture as an XML parser sees it, one that opens nothing else. */
record SvgDocument(Document document) {

    static SvgDocument parse(String svg) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setNamespaceAware(true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return new SvgDocument(builder.parse(new InputSource(new StringReader(svg))));
        } catch (ParserConfigurationException | SAXException e) {
            throw new AssertionError("not well-formed: " + e.getMessage(), e);
        }
    }

    /** The texts of tooltips, Graphviz's links included. */
    List<String> titles() {
        List<String> titles = new ArrayList<>();
        for (Element title : elements("title")) {
            titles.add(title.getTextContent());
        }
        for (Element link : elements("a")) {
            titles.add(link.getAttributeNS("http://www.w3.org/1999/xlink", "title"));
        }
        return titles;
    }

    List<Element> elements(String name) {
        NodeList found = document.getElementsByTagNameNS("*", name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /** The elements of a name that have a class among theirs. */
    List<Element> elements(String name, String style) {
        return elements(name).stream()
                .filter(element -> (" " + element.getAttribute("class") + " ").contains(" " + style + " "))
                .toList();
    }
}
