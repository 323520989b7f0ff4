// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract SubscriptionManagerConstructorTest is SubscriptionTest {
    function test_describes_its_domain() public view {
        (, string memory name, string memory version, uint256 chain, address contract_,,) = manager.eip712Domain();
        vm.assertEq(name, "Stipend Subscriptions", "name");
        vm.assertEq(version, "1", "version");
        vm.assertEq(chain, block.chainid, "chain");
        vm.assertEq(contract_, address(manager), "contract");
    }

    function test_reckons_its_domain_at_each_call() public {
        Plan memory p = plan(1);
        bytes32 here = manager.subscriptionId(p.terms);
        vm.chainId(5042);
        vm.assertTrue(manager.subscriptionId(p.terms) != here, "another chain");
        vm.assertEq(manager.subscriptionId(p.terms), intentDigest(p), "its digest");
    }
}
