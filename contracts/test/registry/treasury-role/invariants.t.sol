// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {Test} from "../../support/Test.sol";
import {TreasuryHandler} from "../../payments/support/TreasuryHandler.sol";

contract TreasuryRoleInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    TreasuryHandler private handler;

    function setUp() external {
        handler = new TreasuryHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Everything of the handler but its own `setUp`.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](6)});
        targets[0].selectors[0] = TreasuryHandler.transfer.selector;
        targets[0].selectors[1] = TreasuryHandler.accept.selector;
        targets[0].selectors[2] = TreasuryHandler.announce.selector;
        targets[0].selectors[3] = TreasuryHandler.veto.selector;
        targets[0].selectors[4] = TreasuryHandler.acceptAnnounced.selector;
        targets[0].selectors[5] = TreasuryHandler.wait_.selector;
    }

    function invariant_the_role_is_only_handed_over_by_its_rules() public view {
        (address treasury, address pending, address announced, uint256 acceptableAt) = handler.actual();
        vm.assertEq(treasury, handler.expectedTreasury(), "treasury");
        vm.assertEq(pending, handler.expectedPending(), "pending treasury");
        vm.assertEq(announced, handler.expectedAnnounced(), "announced treasury");
        vm.assertEq(acceptableAt, handler.expectedAcceptableAt(), "acceptable at");
        vm.assertTrue(treasury != address(0), "somebody has the role");
    }

    /// @dev Without this the invariant could hold because nobody ever takes the role over.
    function test_the_handler_hands_over_in_both_ways() public {
        handler.transfer(0, 3);
        handler.accept(3);
        vm.assertEq(handler.changes(), 1, "by the treasury");
        handler.announce(1, 4);
        handler.wait_(5 days);
        handler.wait_(5 days);
        handler.acceptAnnounced(4);
        vm.assertEq(handler.changes(), 2, "by the admin");
    }
}
