// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IKeepers} from "../../../src/registry/interfaces/IKeepers.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract SetKeeperTest is RegistryTest {
    address private immutable keeper = named("keeper");

    function test_sets_and_unsets() public {
        vm.assertFalse(registry.isKeeper(keeper), "not yet");
        vm.expectEmit(address(registry));
        emit IKeepers.KeeperSet(keeper, true);
        set(operator, true);
        vm.assertTrue(registry.isKeeper(keeper), "a keeper");
        vm.expectEmit(address(registry));
        emit IKeepers.KeeperSet(keeper, false);
        set(operator, false);
        vm.assertFalse(registry.isKeeper(keeper), "no more");
    }

    function test_is_for_the_operator_alone() public {
        address[4] memory others = [owner, treasury, admin, keeper];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(IOperatorRole.NotOperator.selector);
            set(others[i], true);
        }
    }

    /// @dev Keepers of before stay until the next operator replaces them.
    function test_outlives_a_hand_over() public {
        set(operator, true);
        vm.prank(operator);
        registry.transferOperator(owner);
        vm.prank(owner);
        registry.acceptOperator();
        vm.assertTrue(registry.isKeeper(keeper), "still a keeper");
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        set(operator, false);
        set(owner, false);
        vm.assertFalse(registry.isKeeper(keeper), "no more");
    }

    function set(address by, bool allowed) private {
        vm.prank(by);
        registry.setKeeper(keeper, allowed);
    }
}
