from django.urls import URLPattern, URLResolver, include, path

from contests.categories.views import categories, supercategories

categories_urls = [
    path("", categories.categories, name="categories"),
    path("preset/", categories.apply_preset, name="preset"),
    path("sort/", categories.sort, name="sort_categories"),
    path("shortcuts/", categories.renew_shortcuts, name="renew_shortcuts"),
    path("new/", categories.new_category, name="new_category"),
    path("<int:category_id>/", categories.edit_category, name="edit_category"),
    path("<int:category_id>/move/", categories.move_category, name="move_category"),
    path("<int:category_id>/archive/", categories.archive_category, name="archive_category"),
    path("<int:category_id>/restore/", categories.restore_category, name="restore_category"),
    path("<int:category_id>/delete/", categories.delete_category, name="delete_category"),
]
supercategories_urls = [
    path("new/", supercategories.new_supercategory, name="new_supercategory"),
    path("colour/", supercategories.judge_colour, name="judge_colour"),
    path("<int:supercategory_id>/", supercategories.edit_supercategory, name="edit_supercategory"),
    path(
        "<int:supercategory_id>/move/",
        supercategories.move_supercategory,
        name="move_supercategory",
    ),
    path(
        "<int:supercategory_id>/delete/",
        supercategories.delete_supercategory,
        name="delete_supercategory",
    ),
]
contest_urls: list[URLPattern | URLResolver] = [
    path("colours.css", supercategories.colours, name="colours"),
    path("categories/", include(categories_urls)),
    # The address of their pages stays as it was.
    path("families/", include(supercategories_urls)),
]
urlpatterns = [path("contests/<int:contest_id>/", include(contest_urls))]
