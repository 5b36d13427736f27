"""How a marked span is written in HTML: here once, for the guidelines and for every page."""

# The blank keeps words and label apart where there are no styles, as when read aloud; it does not
# break, so that a label never stands alone on the next line.
MARK = '<mark class="unit sup-{}">{}&nbsp;<small class="unit__label">{}</small></mark>'
