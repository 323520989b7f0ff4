// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract SetKeeperTest is SubscriptionTest {
    function test_sets_and_unsets() public {
        vm.assertFalse(manager.isKeeper(relayer), "nobody");
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.KeeperSet(relayer, true);
        allow(relayer);
        vm.assertTrue(manager.isKeeper(relayer), "a keeper");
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.KeeperSet(relayer, false);
        vm.prank(operator);
        manager.setKeeper(relayer, false);
        vm.assertFalse(manager.isKeeper(relayer), "no more");
    }

    function test_is_for_the_operator_alone() public {
        address[4] memory others = [owner, treasury, admin, keeper];
        for (uint256 i = 0; i < others.length; ++i) {
            bytes memory call = abi.encodeCall(ISubscriptionManager.setKeeper, (others[i], true));
            _refused(others[i], call, notAuthorized(others[i]));
        }
    }

    function test_follows_the_operator_of_the_registry() public {
        vm.prank(operator);
        registry.transferOperator(relayer);
        vm.prank(relayer);
        registry.acceptOperator();
        _refused(operator, abi.encodeCall(ISubscriptionManager.setKeeper, (keeper, true)), notAuthorized(operator));
        vm.prank(relayer);
        manager.setKeeper(relayer, true);
    }
}
